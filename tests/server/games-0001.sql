BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE matches (
	id VARCHAR(32) NOT NULL, 
	name VARCHAR(120) NOT NULL, 
	game VARCHAR(64) NOT NULL, 
	version INTEGER NOT NULL, 
	record TEXT NOT NULL, 
	undone TEXT NOT NULL, 
	seats TEXT NOT NULL, 
	title VARCHAR(200) NOT NULL, 
	turn INTEGER NOT NULL, 
	headline TEXT NOT NULL, 
	standing TEXT NOT NULL, 
	over BOOLEAN NOT NULL, 
	result TEXT, 
	plies INTEGER NOT NULL, 
	created VARCHAR(32) NOT NULL, 
	updated VARCHAR(32) NOT NULL, 
	deleted_at VARCHAR(32), 
	PRIMARY KEY (id)
);
INSERT INTO "matches" VALUES('3ede321fe7df31e3','At the village','skirmish',4,'{"mamayev":1,"game":"skirmish","rules":"1","edition":"first","options":{"turns":5},"seed":1,"dice":"seeded","components":"","start":{},"log":["card 4","card 8","move blue-rifles 0201"],"practice":[[4,1]],"lesson":""}','[["done"]]','{"blue":"human","red":"human"}','Skirmish at the Village',1,'Turn 1 of 5','Nobody stands in the village',0,NULL,3,'2026-11-21T23:50:04.600338Z','2026-11-21T23:50:04.642884Z',NULL);
INSERT INTO "matches" VALUES('811182680e7eb6a8','A winter','cauldron',13,'{"mamayev":1,"game":"cauldron","rules":"1","edition":"2020","options":{"retreat_with_pdm":"activated","isolated_movement":"whole","entry":"A","morale":"live","relief_on_map":"box-5","soviet_retreat":"vacant","collapse":"either","surrender_commitments":"kept","attack_marker":"turn","targets":"listed","reshuffle":"any-draw","breakout":"every-result","relief_bonus":"result","river_attacks":false,"council_of_war":false,"rumors":false,"survival":false,"variable_setup":false,"variable_placement":false,"what_if":false},"seed":7,"dice":"seeded","components":"","start":{},"log":["card 18","card 2","die 4","die 1","die 1","pay 0","die 5","lose 14th-pz","lose 14th-pz","lose 16th-pz","end-actions","die 5","card 3","card 13","resolve 20 16","die 2","resolve 22 11","die 4","resolve 24 25","die 1","resolve 38 32","die 2","resolve 40 26","die 2","resolve 50 19","die 3","resolve 56 59","die 1"],"practice":[],"lesson":""}','[]','{"german":"human"}','The Cauldron',1,'Turn 1 of 16','Supply 12, morale 34, SSI 10',0,NULL,28,'2026-11-21T23:50:05.056615Z','2026-11-21T23:50:05.501397Z',NULL);
CREATE INDEX matches_updated ON matches (updated);
COMMIT;
