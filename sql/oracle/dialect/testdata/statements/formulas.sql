MySQL: create table g1 (a int, b int as (a*2), c int generated always as (b+1) stored, d varchar(20) as (concat('x',a,"y")) virtual not null, e date default (curdate() + interval 1 year), u varchar(36) default (uuid()), j json default (json_array(1,'q')), k int default (a+1), tt timestamp default current_timestamp, f int as (case when a > 1 and a < 3 or not a = 5 then ifnull(a,0) else null end), m double as (a/3) stored comment 'hi', n text as (upper(trim(d))), o int as (cast(a as signed) div 2) unique, p varchar(30) as (date_format(date_add('2020-01-01', interval a day),'%Y-%m')), q int as (-a % 3), r int as (a is null), s int as (a in (1,2,3)), t int as (d like 'x%'), v varchar(9) as (json_unquote(json_extract(j,'$[1]'))), w varchar(9) as (j->>'$[0]'), x int as (a between 1 and 3), y decimal(10,2) as (round(a,1)))
MySQL: select column_name, column_default, extra, generation_expression, is_nullable from information_schema.columns where table_schema = database() and table_name = 'g1' and column_name <> 'f' and column_name <> 'q' order by ordinal_position
MySQL: describe g1
MySQL: insert into g1 (a) values (1)
MySQL: insert into g1 (a,b) values (1,2)
MySQL: insert into g1 (a,b) values (2,default)
MySQL: insert into g1 (a,b) select 1,2
MySQL: insert into g1 (a,b) values (3,null)
MySQL: update g1 set b = 3
MySQL: update g1 set b = default
MySQL: update g1 set a = 7, k = default where a = 1
MySQL: select a,b,c,d,k,o from g1
MySQL: insert into g1 (a,o) values (7,default) on duplicate key update b = 3
MySQL: insert into g1 (a) values (7) on duplicate key update a = 9
MySQL: insert into g1 (a) values (default(k))
MySQL: insert into g1 (k) values (default(a))
MySQL: select default(k) from g1
MySQL: select default(b) from g1
MySQL: alter table g1 drop column a
MySQL: alter table g1 modify a bigint
MySQL: alter table g1 modify a varchar(20)
MySQL: alter table g1 rename column a to aa
MySQL: alter table g1 change a a2 int
MySQL: alter table g1 drop column c
MySQL: alter table g1 drop column b
MySQL: alter table g1 modify b int
MySQL: alter table g1 modify c int
MySQL: alter table g1 modify m double as (a/3) virtual
MySQL: alter table g1 alter column b set default 3
MySQL: alter table g1 alter column k set default (a+7)
MySQL: alter table g1 alter column k drop default
MySQL: create table e1 (a int, b int as (c+1), c int as (a+1))
MySQL: create table e2 (a int, b int as (c+1), c int)
MySQL: create table e3 (a int auto_increment primary key, b int as (a+1))
MySQL: create table e4 (a int, b int as (now()))
MySQL: create table e5 (a int, b int as (rand()))
MySQL: create table e6 (a int, b int as ((select 1)))
MySQL: create table e7 (a int, b int as (@x))
MySQL: create table e8 (a int, b int as (@@sql_mode))
MySQL: create table e9 (a int, b int as (zz+1))
MySQL: create table e10 (a int, b int as (b+1))
MySQL: create table e11 (a int, b int as (a) default 3)
MySQL: create table e12 (a int, b int as (a) auto_increment primary key)
MySQL: create table e13 (a int, b int as (a) on update current_timestamp)
MySQL: create table e14 (a int, b int as (sum(a)))
MySQL: create table e15 (a int, b int as (row(1,2)))
MySQL: create table e16 (a int, b varchar(36) as (uuid()))
MySQL: create table e17 (a int, b int as (connection_id()))
MySQL: create table e18 (a int, b int as (a) virtual primary key)
MySQL: create table e19 (a int, b int as (a) stored primary key)
MySQL: create table e20 (a int, b int as (values(a)))
MySQL: create table d1 (a int default (b+1), b int default (3))
MySQL: create table d2 (a int default (b+1), b int)
MySQL: create table d3 (a int auto_increment primary key, b int default (a+1))
MySQL: create table d4 (a int default (select 1))
MySQL: create table d5 (a int default ((select 1)))
MySQL: create table d6 (a int default (@x))
MySQL: create table d7 (a int default (sum(1)))
MySQL: create table d8 (a int default (zz))
MySQL: create table d9 (a int default (a+1))
MySQL: create table d10 (a int default (rand()*100), b varchar(40) default (uuid()), c datetime default (now()), d int as (a+1))
MySQL: create table d11 (a int default (sleep(1)))
MySQL: create table d12 (a int default (last_insert_id()))
MySQL: create table d13 (a int, b int as (a+1), c int default (b+1))
MySQL: create table d14 (a int, c int default (b+1), b int as (a+1))
MySQL: create table d16 (a int default ('abc'), b int)
MySQL: create table d17 (a tinyint default (300), b int)
MySQL: create table d18 (a int default (3), b int as (a+1), c int default 4)
MySQL: describe d18
MySQL: create table d19 (a int default (user()))
MySQL: create table d20 (a varchar(40) default (user()), b varchar(40) default (database()), c int default (connection_id()))
MySQL: create table d21 (a int default (row(1,2)))
MySQL: create table d22 (a text default ('abc'), b json default ('{}'), c blob default ('x'))
MySQL: describe d22
MySQL: insert into d16 (b) values (1)
MySQL: insert into d17 (b) values (1)
MySQL: create table c1 like g1
MySQL: create table c2 as select a, b, c, k, e from g1
MySQL: create table dz (a int, b int as (10/a))
MySQL: insert into dz (a) values (0)
MySQL: insert into dz (a) values (5)
MySQL: update dz set a = 0
MySQL: create table ov (a int, b tinyint as (a+1))
MySQL: insert into ov (a) values (200)
MySQL: insert ignore into ov (a) values (200)
MySQL: select * from ov
MySQL: create table nn (a int, b int as (a+1) not null)
MySQL: insert into nn (a) values (null)
MySQL: insert ignore into nn (a) values (null)
MySQL: select * from nn
MySQL: create table ck (a int check (a > 0), b int, constraint bb check (b < 10) not enforced)
MySQL: insert into ck values (1, 20)
MySQL: insert into ck values (0, 2)
MySQL: alter table ck alter check bb enforced
MySQL: alter table ck alter constraint bb enforced
MySQL: update ck set b = 3
MySQL: alter table ck alter check bb enforced
MySQL: insert into ck values (1, 20)
MySQL: alter table ck alter check bb not enforced
MySQL: insert into ck values (1, 20)
MySQL: select constraint_name, check_clause from information_schema.check_constraints where constraint_schema = database() order by constraint_name
MySQL: select constraint_name, enforced from information_schema.table_constraints where table_name='ck'
MySQL: alter table ck drop check bb
MySQL: alter table ck drop constraint ck_chk_1
MySQL: insert into g1 () values ()
MySQL: insert into g1 values (1)
MySQL: create table r1 (a int, b int default (a+1), c int)
MySQL: alter table r1 rename column a to aa
MySQL: alter table r1 drop column a
MySQL: alter table r1 alter column b drop default
MySQL: alter table r1 drop column a
MySQL: create table s1 (a int, b int as (a) stored, c int as (a) virtual, key (b), key(c), unique(c))
MySQL: alter table s1 modify b int
MySQL: alter table s1 modify c int
MySQL: alter table s1 modify c int as (a+1) virtual
MySQL: alter table s1 add d int as (a+1) virtual, drop column c
MySQL: alter table s1 add e varchar(20) as (concat(a,'é','it''s','b\\s')) stored
MySQL: insert into s1 (a) values (1),(2)
MySQL: alter table s1 modify a int not null default 7
MySQL: alter table s1 modify d int as (a+10) virtual
MySQL: select a,b,d,e from s1 order by a
MySQL: alter table s1 modify a int as (3) virtual
MySQL: alter table s1 modify d int
MySQL: select a,b,d,e from s1 order by a
MySQL: alter table s1 alter column b set default 4
MySQL: alter table s1 alter column b set default (4)
MySQL: alter table s1 alter column b drop default
MySQL: create table z1 (a int, b int as (a+1) null)
MySQL: create table z2 (a int, b int as (a+1) unique key comment 'x')
MySQL: create table z3 (a int, b int as (a+1) check (b > 2))
MySQL: insert into z3 (a) values (1)
MySQL: insert into z3 (a) values (2)
MySQL: create temporary table z4 (a int, b int as (a+1), c varchar(40) default (uuid()))
MySQL: insert into z4 (a) values (1),(2)
MySQL: select a,b,length(c) from z4
MySQL: create table w1 (a int, b json default (json_object('a', a)), c varchar(30) default (concat('a-', a)), d date default (current_date), e datetime default (now() + interval 1 day), f timestamp(3) default (now(3)))
MySQL: insert into w1 (a) values (3)
MySQL: select a, b, c, d = current_date, e > now(), f <= now(3) from w1
MySQL: update w1 set c = default
MySQL: update w1 set a = 9, c = default(c)
MySQL: insert into w1 (a, c) values (4, default), (5, 'given')
MySQL: create table w2 (a int not null default (3), b int)
MySQL: insert into w2 (b) values (1)
MySQL: insert into w2 values (null, 1)
MySQL: create table w3 (a int, b int as (a + 1), c int as (b * 2) stored, d int)
MySQL: insert into w3 (a,d) select 1, 2 union all select 3, 4
MySQL: update w3 set a = a + d, d = b
MySQL: select * from w3
MySQL: update w3 x join w3 y on x.a = y.a set x.a = 50
MySQL: select * from w3
MySQL: create table m2 (a int, b int generated always as (a + 1) virtual comment 'x')
MySQL: create table m3 (a double, b int as (a), c varchar(3) as (a))
MySQL: insert into m3 (a) values (1.5),(2.5)
MySQL: insert into m3 (a) values (1234.5)
MySQL: select * from m3
MySQL: create table m4 (a varchar(10), b date as (a))
MySQL: insert into m4 (a) values ('2020-01-05')
MySQL: insert into m4 (a) values ('nix')
MySQL: create table m5 (a varchar(10), b int as (a + 1))
MySQL: insert into m5 (a) values ('7')
MySQL: insert into m5 (a) values ('nix')
MySQL: create table m6 (a int, b int unsigned as (a - 5), c bigint unsigned as (cast(a as unsigned) - 5))
MySQL: insert into m6 (a) values (7)
MySQL: insert into m6 (a) values (3)
MySQL: create table m7 (a int, b bit(3) as (a), c enum('x','y') as (if(a=1,'x','y')), d decimal(5,2) as (a/3), e time as (sec_to_time(a)), f char(3) as (left('abcdef', a)), g json as (json_object('k', a)), h binary(4) as (char(a+64)), i bool as (a > 2))
MySQL: insert into m7 (a) values (1),(3),(null)
MySQL: select a, b+0, c, d, e, f, g, hex(h), i from m7
MySQL: insert into m7 (a) values (9)
MySQL: create table n1 (a int, b int as (-a) , c int as (not a), d int as (-5 + a), check (a > -7))
MySQL: create table c3 (a int, b int as (a+1)) select 1 as a, 2 as b
MySQL: create table dd (a int default 3, b int, c int default (a+1), d int as (a))
MySQL: insert into dd (b) values (default(a))
MySQL: insert into dd (b) values (default(c))
MySQL: insert into dd (b) values (default(d))
MySQL: insert into dd (a, d) values (default(a), default(d))
MySQL: insert into dd (b) values (default(b))
MySQL: insert into dd (c) values (default(c))
MySQL: select * from dd
MySQL: create table pk (a int, b int as (a*2) stored primary key)
MySQL: insert into pk (a) values (1),(2)
MySQL: insert into pk (a) values (1)
MySQL: replace into pk (a) values (3)
MySQL: select * from pk
MySQL: update pk set a = 1 where a = 2
MySQL: create table fkp (id int primary key)
MySQL: insert into fkp values (1),(2)
MySQL: create table fkc (a int, b int as (a+1) stored, foreign key (b) references fkp(id))
MySQL: insert into fkc (a) values (0),(1)
MySQL: insert into fkc (a) values (2)
MySQL: select * from fkc
MySQL: update fkc set a = 1 where a = 0
MySQL: update fkc set a = 5
MySQL: select * from fkc
MySQL: delete from fkp where id = 2
MySQL: create table q2 (id int primary key, a int, b int as (a + 1) unique)
MySQL: insert into q2 (id, a) values (1, 1), (2, 2)
MySQL: insert into q2 (id, a) values (3, 1)
MySQL: insert into q2 (id, a) values (3, 1) on duplicate key update a = 5
MySQL: insert into q2 (id, a) values (4, 5) on duplicate key update a = b
MySQL: insert into q2 (id, a) values (5, 7) on duplicate key update a = values(b) + 1
MySQL: insert into q2 (id, a) values (6, 2) on duplicate key update a = values(b) + 10, b = default
MySQL: select * from q2 order by id
MySQL: replace into q2 (id, a) values (7, 6)
MySQL: insert ignore into q2 (id, a) values (8, 6)
MySQL: select * from q2 order by id
MySQL: update q2 set a = 100, b = default where id = 2
MySQL: update q2 set a = b where id = 2
MySQL: update q2 set a = 13 where id = 7
MySQL: insert into q2 values (91, 3, 4)
MySQL: insert into q2 set id = 66, a = 66
MySQL: delete from q2 where b > 60
MySQL: select * from q2 order by id
MySQL: alter table q2 drop column a
MySQL: alter table q2 drop column a, drop column b
MySQL: alter table q2 add c varchar(20) as (concat('n', b)) first, add b int as (id) stored
MySQL: alter table q2 add a int not null, add b int as (a + id) stored first, add c varchar(20) as (concat('n', b)) after id
MySQL: select * from q2 order by id
MySQL: alter table q2 modify a decimal(5,1) not null default 2.5
MySQL: insert into q2 (id) values (33)
MySQL: select * from q2 order by id
MySQL: alter table q2 modify c varchar(20) as (concat('m', a, '-', b)) after id
MySQL: select * from q2 order by id
MySQL: alter table q2 alter column a set default (id + 1)
MySQL: insert into q2 (id) values (34)
MySQL: alter table q2 alter column a set default (7 + 1)
MySQL: insert into q2 (id) values (35)
MySQL: select * from q2 order by id
MySQL: alter table q2 add g int default (id + 1), add h int as (g + a) stored
MySQL: insert into q2 (id) values (36)
MySQL: alter table q2 alter column g set default (id * 100)
MySQL: insert into q2 (id) values (37)
MySQL: alter table q2 alter column g drop default
MySQL: insert into q2 (id, g) values (38, 1)
MySQL: alter table q2 add d int default (a * 2), add e varchar(20) default (concat('x', c, '''')), add f date default ('2021-02-28')
MySQL: select * from q2 order by id
MySQL: describe q2
MySQL: create table q3 like q2
MySQL: insert into q3 (id, g) values (1, 2)
MySQL: select * from q3
MySQL: create table q4 as select * from q2
MySQL: select column_name, generation_expression from information_schema.columns where table_schema = database() and table_name = 'q4' order by ordinal_position
MySQL: insert into q4 values (1, 2, 'x', 3, 4, 'y', '2020-01-01')
MySQL: create table f1 (a double, b float as (a / 3), c decimal(8,3) as (a / 3), d bigint as (a * 1000), e varchar(20) as (format(a, 2)))
MySQL: insert into f1 (a) values (1.5), (-2.25), (0), (null), (1e5)
MySQL: select a, c, d, e from f1 order by a
MySQL: create table f2 (s varchar(20), n int as (length(s)), u varchar(20) as (upper(s)), h char(32) as (md5(s)), r varchar(20) as (reverse(s)), p varchar(5) as (substring(s, 2, 3)), l varchar(20) as (lpad(s, 6, '*')), i int as (instr(s, 'b')), t varchar(20) as (replace(s, 'a', 'ä')))
MySQL: insert into f2 (s) values ('abc'), (''), ('äöü'), (null), ('banana')
MySQL: select * from f2 order by s
MySQL: create table f3 (d datetime, y int as (year(d)), m char(7) as (date_format(d, '%Y-%m')), w int as (weekday(d)), q int as (quarter(d)), e date as (last_day(d)), n date as (date(d) + interval 1 month), h int as (hour(d)))
MySQL: insert into f3 (d) values ('2024-02-29 13:14:15'), ('1999-12-31 23:59:59'), (null)
MySQL: select * from f3 order by d
MySQL: update f3 set d = d + interval 1 year
MySQL: select * from f3 order by d
MySQL: create table f4 (j json, a int as (j->'$.a'), b varchar(20) as (j->>'$.b'), n int as (json_length(j)), key (a), unique (b))
MySQL: insert into f4 (j) values ('{"a": 1, "b": "x"}'), ('{"a": 2, "b": "y", "c": [1]}'), ('{}')
MySQL: insert into f4 (j) values ('{"a": 3, "b": "x"}')
MySQL: select a, b, n from f4 order by a
MySQL: select a from f4 where b = 'y'
MySQL: update f4 set j = json_set(j, '$.a', 9) where a = 1
MySQL: select a, b, n from f4 order by a
MySQL: create table f5 (a int, b int as (a + 1), check (b < 10), check (a <> b))
MySQL: insert into f5 (a) values (8)
MySQL: insert into f5 (a) values (9)
MySQL: update f5 set a = 9
MySQL: select * from f5
MySQL: create table f6 (a int unsigned, b bigint as (a * 4000000000), c int as (a - 5))
MySQL: insert into f6 (a) values (7)
MySQL: insert into f6 (a) values (3)
MySQL: insert into f6 (a) values (4000000000)
MySQL: select * from f6
MySQL: create table tu (a int, b varchar(9) as (char(a + 64 using utf8mb4)), c varchar(9) as (convert(b using utf8mb4)), d varchar(9) as (char(65,66)), e varchar(10) as (substring('abc' from a for 2)), f int as (position('a' in c)), g varchar(4) as (trim(leading 'x' from c)), h int as (extract(year from '2020-01-01')), i int as (timestampdiff(day, '2020-01-01', '2020-02-01')), j varchar(3) as (if(a is not null, 'a', null)), k int as (a is true), l int as (not (a is null)), m int as ((a, 1) = (1, 1)), n int as (a <=> null), o varchar(10) as (date'2020-01-01' + interval a month), p int as (a is null or a is not null))
MySQL: insert into tu (a) values (1), (2)
MySQL: select * from tu
MySQL: create table m8 (a int, h binary(4) as (char(a+64)))
MySQL: create table tv (a varchar(20), b int as (a regexp '^x'), c int as (a not like 'x%'), d int as (a not in ('a','b')), e int as (a not between 'b' and 'c'), f varchar(20) as (case a when 'x' then 1 when 'y' then 2 end), g varchar(30) as (concat_ws('-', a, null, 'z')), h varchar(50) as (json_object('a', a, 'b', json_array(1, true, null))), i int as (find_in_set(a, 'x,y,z')), j varchar(20) as (nullif(a, 'x')), k varchar(20) as (greatest(a, 'm')), l int as (crc32(a)), m int as (strcmp(a, 'm')), n varchar(20) as (a collate utf8mb4_bin), o int as (binary a = 'x'), p int as (ascii(a) & 15 | 64 ^ 3), q int as (~1 & 255), r int as (a xor 1), s varchar(40) as (sha1(a)), t varchar(40) as (hex(a)), u bigint as (conv(a, 16, 10)))
MySQL: insert into tv (a) values ('1')
MySQL: insert into tv (a) values ('0')
MySQL: select * from tv
MySQL: create table tw (d datetime, a int as (year(d)), b int as (dayofweek(d)), c int as (week(d, 3)), e int as (to_days(d)), f int as (time_to_sec(time(d))), g datetime as (d - interval 1 hour), h date as (date_sub(d, interval 2 week)), i datetime as (timestamp(d, '01:00:00')), j int as (datediff(d, '2020-01-01')), k varchar(20) as (monthname(d)), l datetime as (timestampadd(minute, 5, d)), m int as (unix_timestamp('2020-01-01')), n date as (makedate(year(d), 1)), o date as (str_to_date(date_format(d, '%Y%m01'), '%Y%m%d')), p varchar(20) as (date_format(d, '%x-%v')), q int as (floor(a / 10) * 10), r time as (addtime(time(d), '00:30:00')))
MySQL: create table tw (d datetime, a int as (year(d)), b int as (dayofweek(d)), c int as (week(d, 3)), e int as (to_days(d)), f int as (time_to_sec(time(d))), g datetime as (d - interval 1 hour), h date as (date_sub(d, interval 2 week)), i datetime as (timestamp(d, '01:00:00')), j int as (datediff(d, '2020-01-01')), k varchar(20) as (monthname(d)), l datetime as (timestampadd(minute, 5, d)), n date as (makedate(year(d), 1)), o date as (str_to_date(date_format(d, '%Y%m01'), '%Y%m%d')), p varchar(20) as (date_format(d, '%x-%v')), q int as (floor(a / 10) * 10), r time as (addtime(time(d), '00:30:00')))
MySQL: insert into tw (d) values ('2024-12-31 23:45:00'), ('1999-02-28 01:00:01')
MySQL: select * from tw
MySQL: create table tx (a int not null, b int default (a * 2), primary key (a), key k ((a + b)), c varchar(5) default ('x'), d int as (b) unique comment 'q', e bigint generated always as (a) stored not null unique)
MySQL: insert into tx (a) values (1), (2)
MySQL: select * from tx
MySQL: insert into tx (a, b) values (3, 2)
MySQL: truncate table tx
MySQL: insert into tx (a, b) values (3, 2)
MySQL: select * from tx
MySQL: alter table tx add f int default (a), add unique (f)
MySQL: alter table tx drop column d, drop column b
MySQL: alter table tx drop index k, drop column d, drop column b
MySQL: rename table tx to ty
MySQL: insert into ty (a) values (9)
MySQL: select * from ty
MySQL: start transaction
MySQL: insert into ty (a) values (10)
MySQL: update ty set a = 11 where a = 10
MySQL: select * from ty
MySQL: rollback
MySQL: create table bad1 (a int, b int as (a) stored virtual)
MySQL: create table bad2 (a int, b int generated (a))
MySQL: create table bad3 (a int, b int default a)
MySQL: create table bad5 (b int as (1), a int as (b + nosuch))
MySQL: create table bad6 (a int as (), b int)
MySQL: create table onlygen (a int as (1))
MySQL: insert into onlygen values ()
MySQL: insert into onlygen () values (), ()
MySQL: select * from onlygen
MySQL: create table moved (a int, b datetime default current_timestamp on update current_timestamp, c timestamp(3) not null default (now(3) + interval 1 day) comment 'x' on update now(3), d int not null default (a + 1), g int as (d * 2))
MySQL: insert into moved (a) values (3), (4)
MySQL: update moved set b = '2001-02-03', c = '2001-02-03' where a = 3
MySQL: update moved set a = a
MySQL: select b from moved where a = 3
MySQL: update moved set a = 5 where a = 3
MySQL: select a, d, g, abs(timestampdiff(second, b, now())) < 99, abs(timestampdiff(second, c, now())) < 99 from moved where a = 5
MySQL: describe moved
