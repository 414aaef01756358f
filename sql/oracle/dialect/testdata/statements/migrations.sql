CREATE TABLE `flyway_schema_history` (`installed_rank` INT NOT NULL, `version` VARCHAR(50), `description` VARCHAR(200) NOT NULL, `type` VARCHAR(20) NOT NULL, `script` VARCHAR(1000) NOT NULL, `checksum` INT, `installed_by` VARCHAR(100) NOT NULL, `installed_on` TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP, `execution_time` INT NOT NULL, `success` BOOL NOT NULL, CONSTRAINT `flyway_schema_history_pk` PRIMARY KEY (`installed_rank`)) ENGINE=InnoDB
CREATE INDEX `flyway_schema_history_s_idx` ON `flyway_schema_history` (`success`)
SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = 'z' AND table_name = 'flyway_schema_history'
SELECT EXISTS (SELECT 1 FROM information_schema.schemata WHERE schema_name = 'z')
SELECT `installed_rank`, `version`, `description`, `type`, `script`, `checksum`, `installed_by`, `execution_time`, `success` FROM `flyway_schema_history` WHERE `installed_rank` > -1 ORDER BY `installed_rank`
INSERT INTO `flyway_schema_history` (`installed_rank`, `version`, `description`, `type`, `script`, `checksum`, `installed_by`, `execution_time`, `success`) VALUES (1, '1', 'init', 'SQL', 'V1__init.sql', -1996767037, 'root', 12, 1)
UPDATE `flyway_schema_history` SET `success` = 0 WHERE `installed_rank` = 1
MySQL: SELECT index_name, non_unique, seq_in_index, column_name FROM information_schema.statistics WHERE table_schema = 'z' AND table_name = 'flyway_schema_history' ORDER BY BINARY index_name, seq_in_index
DROP INDEX `flyway_schema_history_s_idx` ON `flyway_schema_history`
CREATE TABLE z.DATABASECHANGELOGLOCK (ID INT NOT NULL, `LOCKED` TINYINT NOT NULL, LOCKGRANTED datetime NULL, LOCKEDBY VARCHAR(255) NULL, CONSTRAINT PK_DATABASECHANGELOGLOCK PRIMARY KEY (ID))
DELETE FROM z.DATABASECHANGELOGLOCK
INSERT INTO z.DATABASECHANGELOGLOCK (ID, `LOCKED`) VALUES (1, 0)
SELECT `LOCKED` FROM z.DATABASECHANGELOGLOCK WHERE ID=1
UPDATE z.DATABASECHANGELOGLOCK SET `LOCKED` = 1, LOCKEDBY = 'host (10.0.0.1)', LOCKGRANTED = '2024-01-02 03:04:05' WHERE ID = 1 AND `LOCKED` = 0
CREATE TABLE z.DATABASECHANGELOG (ID VARCHAR(255) NOT NULL, AUTHOR VARCHAR(255) NOT NULL, FILENAME VARCHAR(255) NOT NULL, DATEEXECUTED datetime NOT NULL, ORDEREXECUTED INT NOT NULL, EXECTYPE VARCHAR(10) NOT NULL, MD5SUM VARCHAR(35) NULL, `DESCRIPTION` VARCHAR(255) NULL, COMMENTS VARCHAR(255) NULL, TAG VARCHAR(255) NULL, LIQUIBASE VARCHAR(20) NULL, CONTEXTS VARCHAR(255) NULL, LABELS VARCHAR(255) NULL, DEPLOYMENT_ID VARCHAR(10) NULL)
INSERT INTO z.DATABASECHANGELOG (ID, AUTHOR, FILENAME, DATEEXECUTED, ORDEREXECUTED, MD5SUM, `DESCRIPTION`, COMMENTS, EXECTYPE, CONTEXTS, LABELS, LIQUIBASE, DEPLOYMENT_ID) VALUES ('1', 'ann', 'db.xml', NOW(), 1, '9:abc', 'createTable tableName=person', '', 'EXECUTED', NULL, NULL, '4.23.0', '1234567890')
SELECT MAX(ORDEREXECUTED) FROM z.DATABASECHANGELOG
CREATE TABLE z.person (id INT AUTO_INCREMENT NOT NULL, firstname VARCHAR(50) NULL, lastname VARCHAR(50) NOT NULL, state CHAR(2) NULL, CONSTRAINT PK_PERSON PRIMARY KEY (id))
ALTER TABLE z.person ADD username VARCHAR(8) NULL
ALTER TABLE z.person ADD CONSTRAINT uq_person_username UNIQUE (username)
ALTER TABLE z.person MODIFY username VARCHAR(16)
ALTER TABLE z.person CHANGE lastname surname VARCHAR(60) NOT NULL
ALTER TABLE z.person ALTER state SET DEFAULT 'XX'
ALTER TABLE z.person DROP KEY uq_person_username
ALTER TABLE z.person COMMENT = 'people'
ALTER TABLE z.person MODIFY state CHAR(2) COMMENT 'of the union'
CREATE INDEX idx_person_surname ON z.person(surname, firstname)
CREATE UNIQUE INDEX idx_person_u ON z.person(username)
MySQL: SELECT table_name, table_comment, engine IS NULL FROM information_schema.tables WHERE table_schema = 'z' AND table_name IN ('person', 'flyway_schema_history') ORDER BY table_name
MySQL: SELECT column_name, ordinal_position, is_nullable, data_type, character_maximum_length, column_type, column_key, extra, column_comment FROM information_schema.columns WHERE table_schema = 'z' AND table_name = 'person' ORDER BY ordinal_position
DROP INDEX idx_person_surname ON z.person
DROP INDEX idx_person_u ON z.person
ALTER TABLE z.person DROP COLUMN username
RENAME TABLE z.person TO z.people
CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL, CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num))
INSERT INTO alembic_version (version_num) VALUES ('1975ea83b712')
UPDATE alembic_version SET version_num='ae1027a6acf' WHERE alembic_version.version_num = '1975ea83b712'
CREATE TABLE account (id INTEGER NOT NULL AUTO_INCREMENT, name VARCHAR(50) NOT NULL COMMENT 'who', description NVARCHAR(200), created DATETIME DEFAULT now(), PRIMARY KEY (id), UNIQUE (name))
CREATE INDEX ix_account_description ON account (description)
CREATE TABLE address (id INTEGER NOT NULL AUTO_INCREMENT, account_id INTEGER, email VARCHAR(100) NOT NULL, is_main BOOL, PRIMARY KEY (id), CONSTRAINT fk_address_account FOREIGN KEY(account_id) REFERENCES account (id))
ALTER TABLE address ADD COLUMN street VARCHAR(100)
ALTER TABLE address MODIFY street VARCHAR(200) NULL
ALTER TABLE address CHANGE street street_name VARCHAR(200) NULL
SHOW INDEX FROM nowhere
MySQL: SELECT k.constraint_name, k.column_name, k.referenced_table_name, k.referenced_column_name FROM information_schema.key_column_usage k WHERE k.table_schema = 'z' AND k.table_name = 'address' AND k.referenced_table_name IS NOT NULL
ALTER TABLE address DROP FOREIGN KEY fk_address_account
DROP INDEX fk_address_account ON address
DROP INDEX ix_account_description ON account
ALTER TABLE account DROP INDEX name
ALTER TABLE address DROP COLUMN account_id
CREATE TABLE `django_migrations` (`id` bigint AUTO_INCREMENT NOT NULL PRIMARY KEY, `app` varchar(255) NOT NULL, `name` varchar(255) NOT NULL, `applied` datetime(6) NOT NULL)
CREATE TABLE `django_content_type` (`id` integer AUTO_INCREMENT NOT NULL PRIMARY KEY, `name` varchar(100) NOT NULL, `app_label` varchar(100) NOT NULL, `model` varchar(100) NOT NULL)
ALTER TABLE `django_content_type` ADD CONSTRAINT `django_content_type_app_label_model_76bd3d3b_uniq` UNIQUE (`app_label`, `model`)
CREATE TABLE `auth_permission` (`id` integer AUTO_INCREMENT NOT NULL PRIMARY KEY, `name` varchar(50) NOT NULL, `content_type_id` integer NOT NULL, `codename` varchar(100) NOT NULL)
CREATE TABLE `auth_user` (`id` integer AUTO_INCREMENT NOT NULL PRIMARY KEY, `password` varchar(128) NOT NULL, `last_login` datetime(6) NOT NULL, `is_superuser` bool NOT NULL, `username` varchar(30) NOT NULL UNIQUE, `first_name` varchar(30) NOT NULL, `email` varchar(75) NOT NULL, `is_active` bool NOT NULL, `date_joined` datetime(6) NOT NULL)
CREATE TABLE `auth_user_groups` (`id` integer AUTO_INCREMENT NOT NULL PRIMARY KEY, `user_id` integer NOT NULL, `group_id` integer NOT NULL)
ALTER TABLE `auth_permission` ADD CONSTRAINT `auth_permission_content_type_id_codename_01ab375a_uniq` UNIQUE (`content_type_id`, `codename`)
ALTER TABLE `auth_permission` ADD CONSTRAINT `auth_permission_content_type_id_2f476e4b_fk_django_co` FOREIGN KEY (`content_type_id`) REFERENCES `django_content_type` (`id`)
ALTER TABLE `auth_user` MODIFY `last_login` datetime(6) NULL
ALTER TABLE `django_content_type` MODIFY `name` varchar(100) NULL
ALTER TABLE `django_content_type` DROP COLUMN `name`
ALTER TABLE `auth_permission` MODIFY `name` varchar(255) NOT NULL
ALTER TABLE `auth_user` ADD COLUMN `bio` longtext NULL
ALTER TABLE `auth_user` ADD COLUMN `rank` integer UNSIGNED DEFAULT 0 NOT NULL CHECK (`rank` >= 0)
ALTER TABLE `auth_user` ALTER COLUMN `rank` DROP DEFAULT
CREATE INDEX `auth_user_email_1c89df09` ON `auth_user` (`email`)
ALTER TABLE `auth_user` RENAME COLUMN `first_name` TO `given_name`
ALTER TABLE `auth_user` RENAME INDEX `auth_user_email_1c89df09` TO `auth_user_email_2`
ALTER TABLE `auth_user` ADD CONSTRAINT `rank_small` CHECK (`rank` < 100)
MySQL: ALTER TABLE `auth_user` DROP CHECK `rank_small`
ALTER TABLE `auth_permission` DROP FOREIGN KEY `auth_permission_content_type_id_2f476e4b_fk_django_co`
MySQL: SELECT kc.`constraint_name`, kc.`column_name`, kc.`referenced_table_name`, kc.`referenced_column_name`, c.`constraint_type` FROM information_schema.key_column_usage AS kc, information_schema.table_constraints AS c WHERE kc.table_schema = DATABASE() AND (c.table_schema = kc.table_schema OR c.table_schema IS NULL) AND c.constraint_name = kc.constraint_name AND c.table_name = kc.table_name AND kc.table_name = 'auth_user' ORDER BY kc.`constraint_name`, kc.`ordinal_position`
MySQL: SELECT cc.constraint_name, REPLACE(REPLACE(cc.check_clause, '(', ''), ')', '') AS clause FROM information_schema.check_constraints AS cc, information_schema.table_constraints AS tc WHERE cc.constraint_schema = DATABASE() AND tc.table_schema = cc.constraint_schema AND cc.constraint_name = tc.constraint_name AND tc.constraint_type = 'CHECK' AND tc.table_name = 'auth_user'
MySQL: SELECT table_name, table_type, table_comment FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name LIKE 'auth%' ORDER BY 1
MySQL: SELECT column_name, data_type, CASE WHEN collation_name = @@collation_database THEN NULL ELSE 1 END IS NULL AS x, CASE WHEN column_type LIKE '% unsigned' THEN 1 ELSE 0 END AS is_unsigned, column_comment FROM information_schema.columns WHERE table_name = 'auth_user' AND table_schema = DATABASE() AND data_type = 'int' ORDER BY 1
CREATE TABLE `schema_migrations` (`version` varchar(255) NOT NULL PRIMARY KEY)
CREATE TABLE `ar_internal_metadata` (`key` varchar(255) NOT NULL PRIMARY KEY, `value` varchar(255), `created_at` datetime(6) NOT NULL, `updated_at` datetime(6) NOT NULL)
CREATE TABLE `users` (`id` bigint NOT NULL AUTO_INCREMENT PRIMARY KEY, `email` varchar(255) DEFAULT '' NOT NULL, `name` varchar(255), `created_at` datetime(6) NOT NULL, `updated_at` datetime(6) NOT NULL, UNIQUE INDEX `index_users_on_email` (`email`))
CREATE TABLE `posts` (`id` bigint NOT NULL AUTO_INCREMENT PRIMARY KEY, `title` varchar(255), `body` text, `user_id` bigint NOT NULL, `score` decimal(10,2) DEFAULT 0.0, INDEX `index_posts_on_user_id` (`user_id`), CONSTRAINT `fk_rails_5b5ddfd518` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`))
CREATE INDEX `index_posts_on_title` ON `posts` (`title`)
CREATE INDEX `index_posts_on_title_and_body` ON `posts` (`title`, `body`(40))
ALTER TABLE `posts` ADD `published` tinyint(1) DEFAULT FALSE NOT NULL
ALTER TABLE `posts` CHANGE `title` `title` varchar(100) DEFAULT 'none' NOT NULL
ALTER TABLE `posts` RENAME INDEX `index_posts_on_title` TO `index_posts_on_headline`
ALTER TABLE `posts` RENAME COLUMN `title` TO `headline`
ALTER TABLE `posts` ADD INDEX `index_posts_on_score` (`score` DESC), ALGORITHM = INPLACE
ALTER TABLE `posts` DROP INDEX `index_posts_on_headline`, DROP INDEX `index_posts_on_title_and_body`
MySQL: SHOW KEYS FROM `posts` WHERE Key_name = 'PRIMARY'
SELECT fk.referenced_table_name AS 'to_table', fk.referenced_column_name AS 'primary_key', fk.column_name AS 'column', fk.constraint_name AS 'name', fk.ordinal_position AS 'position' FROM information_schema.referential_constraints rc JOIN information_schema.key_column_usage fk USING (constraint_schema, constraint_name) WHERE fk.referenced_column_name IS NOT NULL AND fk.table_schema = database() AND fk.table_name = 'posts' AND rc.constraint_schema = database() AND rc.table_name = 'posts'
MySQL: SELECT column_name FROM information_schema.statistics WHERE index_name = 'PRIMARY' AND table_schema = database() AND table_name = 'posts' ORDER BY seq_in_index
MySQL: SELECT table_comment FROM information_schema.tables WHERE table_schema = database() AND table_name = 'posts'
MySQL: SELECT index_name, column_name, sub_part, collation, non_unique, nullable FROM information_schema.statistics WHERE table_schema = database() AND table_name = 'posts' ORDER BY BINARY index_name, seq_in_index
ALTER TABLE `posts` DROP FOREIGN KEY `fk_rails_5b5ddfd518`
ALTER TABLE `posts` DROP COLUMN `user_id`
SELECT GET_LOCK('8623728394784', 0)
SELECT RELEASE_LOCK('8623728394784')
create table `migrations` (`id` int unsigned not null auto_increment primary key, `migration` varchar(255) not null, `batch` int not null) default character set utf8mb4 collate 'utf8mb4_bin'
select `migration` from `migrations` order by `batch` asc, `migration` asc
create table `laravel_users` (`id` bigint unsigned not null auto_increment primary key, `name` varchar(255) not null, `email` varchar(255) not null, `email_verified_at` timestamp null, `options` json null, `kind` enum('a', 'b') not null default 'a', `created_at` timestamp null, `updated_at` timestamp null)
alter table `laravel_users` add unique `laravel_users_email_unique`(`email`)
alter table `laravel_users` add index `laravel_users_name_index`(`name`)
alter table `laravel_users` add `votes` int null after `email`
alter table `laravel_users` rename column `votes` to `points`
alter table `laravel_users` drop index `laravel_users_name_index`
alter table `laravel_users` drop index `laravel_users_email_unique`
create table `laravel_posts` (`id` bigint unsigned not null auto_increment primary key, `user_id` bigint unsigned not null)
alter table `laravel_posts` add constraint `laravel_posts_user_id_foreign` foreign key (`user_id`) references `laravel_users` (`id`) on delete cascade
alter table `laravel_posts` drop foreign key `laravel_posts_user_id_foreign`
select table_name as `name`, (data_length + index_length) > -1 as `size`, table_comment as `comment` from information_schema.tables where table_schema = 'z' and table_type in ('BASE TABLE', 'SYSTEM VERSIONED') and table_name like 'laravel%' order by table_name
MySQL: select column_name as `name`, data_type as `type_name`, column_type as `type`, is_nullable as `nullable`, column_default as `default`, column_comment as `comment`, generation_expression as `expression`, extra as `extra` from information_schema.columns where table_schema = 'z' and table_name = 'laravel_users' order by ordinal_position asc
select index_name as `name`, group_concat(column_name order by seq_in_index) as `columns`, index_type as `type`, not non_unique as `unique` from information_schema.statistics where table_schema = 'z' and table_name = 'laravel_posts' group by index_name, index_type, non_unique order by binary index_name
select kc.constraint_name as `name`, group_concat(kc.column_name order by kc.ordinal_position) as `columns`, kc.referenced_table_name as `foreign_table` from information_schema.key_column_usage kc where kc.table_schema = 'z' and kc.table_name = 'posts' and kc.referenced_table_name is not null group by kc.constraint_name, kc.referenced_table_name
drop table if exists `laravel_posts`
SELECT TABLE_NAME FROM information_schema.tables WHERE table_schema = 'z' AND table_name = '_prisma_migrations'
CREATE TABLE `_prisma_migrations` (`id` VARCHAR(36) PRIMARY KEY NOT NULL, `checksum` VARCHAR(64) NOT NULL, `finished_at` DATETIME(3), `migration_name` VARCHAR(255) NOT NULL, `logs` TEXT, `rolled_back_at` DATETIME(3), `started_at` DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3), `applied_steps_count` INTEGER UNSIGNED NOT NULL DEFAULT 0) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci
CREATE TABLE `PUser` (`id` INTEGER NOT NULL AUTO_INCREMENT, `email` VARCHAR(191) NOT NULL, `name` VARCHAR(191) NULL, `createdAt` DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3), `role` ENUM('USER', 'ADMIN') NOT NULL DEFAULT 'USER', UNIQUE INDEX `PUser_email_key`(`email`), PRIMARY KEY (`id`)) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci
CREATE TABLE `PPost` (`id` INTEGER NOT NULL AUTO_INCREMENT, `title` VARCHAR(191) NOT NULL, `content` VARCHAR(191) NULL, `published` BOOLEAN NOT NULL DEFAULT false, `authorId` INTEGER NOT NULL, `rate` DOUBLE NULL, INDEX `PPost_authorId_idx`(`authorId`), PRIMARY KEY (`id`)) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci
ALTER TABLE `PPost` ADD CONSTRAINT `PPost_authorId_fkey` FOREIGN KEY (`authorId`) REFERENCES `PUser`(`id`) ON DELETE RESTRICT ON UPDATE CASCADE
ALTER TABLE `PPost` ADD COLUMN `updatedAt` DATETIME(3) NULL, MODIFY `title` VARCHAR(500) NOT NULL
CREATE INDEX `PPost_title_idx` ON `PPost`(`title`)
DROP INDEX `PPost_title_idx` ON `PPost`
SELECT DISTINCT index_name AS index_name, non_unique AS non_unique, column_name AS column_name, seq_in_index AS seq_in_index, table_name AS table_name, sub_part AS partial, collation AS column_order, index_type AS index_type FROM information_schema.statistics WHERE table_schema = 'z' AND table_name IN ('PPost', 'PUser') ORDER BY BINARY table_name, BINARY index_name, seq_in_index
SELECT kcu.constraint_name constraint_name, kcu.column_name column_name, kcu.referenced_table_name referenced_table_name, kcu.referenced_column_name referenced_column_name, kcu.ordinal_position ordinal_position, kcu.table_name table_name FROM information_schema.key_column_usage AS kcu INNER JOIN information_schema.referential_constraints AS rc ON BINARY kcu.constraint_name = BINARY rc.constraint_name WHERE BINARY kcu.table_schema = 'z' AND BINARY rc.constraint_schema = 'z' AND kcu.referenced_column_name IS NOT NULL AND kcu.table_name = 'PPost'
MySQL: SELECT column_name column_name, data_type data_type, column_type full_data_type, character_maximum_length character_maximum_length, numeric_precision numeric_precision, numeric_scale numeric_scale, datetime_precision datetime_precision, column_default column_default, is_nullable is_nullable, extra extra, table_name table_name, IF(column_comment = '', NULL, column_comment) AS column_comment FROM information_schema.columns WHERE table_schema = 'z' AND table_name = 'PUser' ORDER BY ordinal_position
CREATE TABLE `hib` (`id` bigint not null auto_increment, `amount` decimal(19,2), `born` date, `data` longblob, `flag` bit not null, `uuid` binary(16), `name` varchar(255), primary key (`id`)) engine=InnoDB
alter table hib add constraint UK_abc unique (name)
alter table hib drop index UK_abc
create table hib_seq (next_val bigint) engine=InnoDB
insert into hib_seq values ( 1 )
select next_val as id_val from hib_seq for update
update hib_seq set next_val= 2 where next_val=1
CREATE TABLE `typeorm_metadata` (`type` varchar(255) NOT NULL, `database` varchar(255) NULL, `schema` varchar(255) NULL, `table` varchar(255) NULL, `name` varchar(255) NULL, `value` text NULL) ENGINE=InnoDB
CREATE TABLE `typeorm_user` (`id` varchar(36) NOT NULL, `firstName` varchar(255) NOT NULL, `age` int NOT NULL DEFAULT '0', `createdAt` datetime(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6), `updatedAt` datetime(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6) ON UPDATE CURRENT_TIMESTAMP(6), INDEX `IDX_first` (`firstName`), UNIQUE INDEX `IDX_age` (`age`), PRIMARY KEY (`id`)) ENGINE=InnoDB
ALTER TABLE `typeorm_user` CHANGE `age` `years` int NOT NULL DEFAULT '0'
ALTER TABLE `typeorm_user` DROP COLUMN `years`
ALTER TABLE `typeorm_user` ADD `years` int NOT NULL
DROP INDEX `IDX_first` ON `typeorm_user`
MySQL: SELECT `index_name`, `column_name` FROM `INFORMATION_SCHEMA`.`STATISTICS` WHERE `table_schema` = 'z' AND `table_name` = 'typeorm_user' ORDER BY 1
SELECT DATABASE() AS `db_name`
MySQL: SELECT * FROM `INFORMATION_SCHEMA`.`COLUMNS` WHERE `TABLE_SCHEMA` = 'z' AND `TABLE_NAME` = 'nowhere'
CREATE TABLE keyed_parent (id INT PRIMARY KEY)
CREATE TABLE keyed (a INT, b INT, KEY k (b), CONSTRAINT f1 FOREIGN KEY (a) REFERENCES keyed_parent (id), CONSTRAINT f2 FOREIGN KEY (b) REFERENCES keyed_parent (id))
ALTER TABLE keyed DROP FOREIGN KEY f1, DROP FOREIGN KEY f2
ALTER TABLE keyed ADD CONSTRAINT f3 FOREIGN KEY (a) REFERENCES keyed_parent (id), ADD CONSTRAINT f4 FOREIGN KEY (b) REFERENCES keyed_parent (id)
MySQL: SELECT index_name, column_name FROM information_schema.statistics WHERE table_schema='z' AND table_name='keyed' ORDER BY 1
ALTER TABLE keyed ADD INDEX f3 (a, b)
MySQL: SELECT index_name, column_name FROM information_schema.statistics WHERE table_schema='z' AND table_name='keyed' ORDER BY 1, seq_in_index
ALTER TABLE keyed ADD UNIQUE INDEX ab (b), DROP INDEX k
MySQL: SELECT index_name, column_name FROM information_schema.statistics WHERE table_schema='z' AND table_name='keyed' ORDER BY 1, seq_in_index
CREATE TABLE prefixed (a INT, b VARCHAR(20), KEY k (b(5)))
ALTER TABLE prefixed MODIFY b VARCHAR(3)
MySQL: SHOW COLUMNS FROM prefixed
MySQL: SHOW INDEX FROM prefixed
CREATE TABLE prefixed2 (a INT, KEY (a(2)))
MySQL: CREATE TABLE prefixed2 (a INT, KEY ((a)))
MySQL: ALTER TABLE prefixed ADD INDEX ((a + 1)), ADD PRIMARY KEY (a)
MySQL: ALTER TABLE prefixed DROP COLUMN a
create table again_parent (id int primary key)
create table again (kind int, foreign key (kind) references again_parent (id))
alter table again drop foreign key again_ibfk_1
alter table again add foreign key (kind) references again_parent (id)
MySQL: select index_name, column_name from information_schema.statistics where table_schema = 'z' and table_name = 'again'
alter table again drop foreign key again_ibfk_1
alter table again add constraint kind foreign key (kind) references again_parent (id)
MySQL: select index_name, column_name from information_schema.statistics where table_schema = 'z' and table_name = 'again'
alter table again add index (kind)
MySQL: select index_name, column_name from information_schema.statistics where table_schema = 'z' and table_name = 'again'
