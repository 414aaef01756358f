CREATE TABLE land (land_id INT NOT NULL PRIMARY KEY, land_name VARCHAR(10) NOT NULL, bloc VARCHAR(10) NOT NULL);
CREATE TABLE zone (
  zone_id INT NOT NULL PRIMARY KEY, zone_name VARCHAR(10) NOT NULL, zone_land INT NOT NULL,
  FOREIGN KEY (zone_land) REFERENCES land (land_id)
);
CREATE TABLE subscriber (
  subscriber_id BIGINT NOT NULL PRIMARY KEY, alias VARCHAR(20) NOT NULL, home INT NOT NULL, contract VARCHAR(8),
  FOREIGN KEY (home) REFERENCES zone (zone_id)
);
CREATE TABLE mast (
  mast_id INT NOT NULL PRIMARY KEY, label VARCHAR(20) NOT NULL, stands INT,
  FOREIGN KEY (stands) REFERENCES zone (zone_id)
);
CREATE TABLE bundle (
  bundle_id INT NOT NULL PRIMARY KEY, family VARCHAR(8) NOT NULL, line VARCHAR(8) NOT NULL,
  bundle_name VARCHAR(12) NOT NULL, price DECIMAL(9,2)
);
CREATE TABLE slot (
  slot_id INT NOT NULL PRIMARY KEY, on_day DATE NOT NULL, year_no INT NOT NULL, month_no INT NOT NULL, week_no INT NOT NULL
);
CREATE TABLE traffic (
  traffic_id BIGINT NOT NULL, who BIGINT, mast INT, bundle INT, slot INT NOT NULL,
  retries TINYINT NOT NULL, grade TINYINT, fee DECIMAL(9,2), income DECIMAL(9,2), cost INT NOT NULL,
  octets BIGINT NOT NULL, jitter DOUBLE, route VARCHAR(8),
  FOREIGN KEY (who) REFERENCES subscriber (subscriber_id),
  FOREIGN KEY (mast) REFERENCES mast (mast_id),
  FOREIGN KEY (bundle) REFERENCES bundle (bundle_id),
  FOREIGN KEY (slot) REFERENCES slot (slot_id)
);
