CREATE TABLE _sqlx_migrations (
    version BIGINT PRIMARY KEY,
    description TEXT NOT NULL,
    installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
    success BOOLEAN NOT NULL,
    checksum BLOB NOT NULL,
    execution_time BIGINT NOT NULL
);
INSERT INTO _sqlx_migrations VALUES (1, 'tables', '2026-11-23 15:17:24', 1, X'E4241DD7CE13A1FB7FD612400BA506F582774BF51B44DAEB545F8CC8269AA4DF047F0C1C1D3B4197D58A5F78774339A7', 769533);
CREATE TABLE tables (
    id            TEXT    PRIMARY KEY,
    game          TEXT    NOT NULL,
    rules_version INTEGER NOT NULL,
    options       TEXT    NOT NULL,          -- the complete options, JSON
    components    TEXT,                      -- the components file; NULL: the game's own
    seed          INTEGER NOT NULL,          -- the 64 bits of the seed, as a signed number
    created       INTEGER NOT NULL,          -- milliseconds since 1970, as all times here
    rematch_of    TEXT    UNIQUE REFERENCES tables (id)
) STRICT;
INSERT INTO tables VALUES ('qts77vxsr35wnska', 'kokyu', 1, '{"firstSeat":"random","kohiGoal":3,"kohiTakes":"player","maxRounds":100,"strongEntersOn":0}', NULL, -3291517716893007299, 1795447044066, NULL);
INSERT INTO tables VALUES ('jhg14y232wv14st9', 'kokyu', 1, '{"firstSeat":"random","kohiGoal":3,"kohiTakes":"player","maxRounds":100,"strongEntersOn":0}', NULL, 7785275447220284634, 1795447044627, NULL);
INSERT INTO tables VALUES ('sgs8y8sbrxxr4f69', 'kokyu', 1, '{"firstSeat":"random","kohiGoal":3,"kohiTakes":"player","maxRounds":100,"strongEntersOn":0}', NULL, -6770498893180945159, 1795447044679, NULL);
INSERT INTO tables VALUES ('91kqk2x73fbqg2gk', 'sengoku', 1, '{"firstSeat":"random","neighbours":"sheet","straddleOnlyIfForced":false}', NULL, -3989801052858336850, 1795447044758, NULL);
INSERT INTO tables VALUES ('gx6m3p2c29phsxbs', 'hostile', 1, '{"firstSeat":"random","teams":"left_right","twoPlayerKeepFirstSkill":false}', NULL, -2523343598103615431, 1795447044844, NULL);
INSERT INTO tables VALUES ('79hwr44zddpwjmw9', 'honnoji', 1, '{"firstPlayer":"random","placing":"in_turn"}', NULL, -2388977904646457246, 1795447044961, NULL);
INSERT INTO tables VALUES ('5ca2jtk8rgevg4z7', 'shinra', 1, '{"check":"attack","handicap":0,"jumpNeedsCombinable":true,"setupMinutes":3,"turnLimit":300}', NULL, -8786488788820442506, 1795447045101, NULL);
CREATE TABLE seats (
    table_id TEXT    NOT NULL REFERENCES tables (id),
    seat     INTEGER NOT NULL,
    guest    BLOB,                           -- SHA-256 of the guest's token; NULL: open or a bot
    name     TEXT    NOT NULL,               -- empty while the seat is open
    bot      TEXT,                           -- the bot's id, if a bot sits there
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO seats VALUES ('5ca2jtk8rgevg4z7', 0, X'2396587996C720D0A2141DCD4FF45A360ED7CB89C72A18B38CF9E121729A812B', 'Opener', NULL);
INSERT INTO seats VALUES ('5ca2jtk8rgevg4z7', 1, X'10FB704D4CD6D7E0C37C46F43FCE6685557ABF5CFB4F35CDFFAF22BD8AC9F5E3', 'Second', NULL);
INSERT INTO seats VALUES ('79hwr44zddpwjmw9', 0, X'A76390F85722278D41011ADF748D9419AC5338084EAFCA7273F4AB9332D2A401', 'Opener', NULL);
INSERT INTO seats VALUES ('79hwr44zddpwjmw9', 1, X'07314B9D70DF53FD840CF3DF6D492D6A576AA12888FB7EBD4D4D0F1C16D00825', 'Second', NULL);
INSERT INTO seats VALUES ('79hwr44zddpwjmw9', 2, X'4B783FA505CF2D88C1B3FFE9B8FF7A9DF23EC832F06E9EA11091044E104A77B9', 'Seat 2', NULL);
INSERT INTO seats VALUES ('91kqk2x73fbqg2gk', 0, X'2AE63A28E5DD16C48017149A247FFC5D5E0820225F670002C3B0F296E4F01267', 'Opener', NULL);
INSERT INTO seats VALUES ('91kqk2x73fbqg2gk', 1, X'5B0911758FDBD5AF464F99BCED187EF2AA2E37D5CBE10E25FDAC8A298AFF5697', 'Second', NULL);
INSERT INTO seats VALUES ('gx6m3p2c29phsxbs', 0, X'4B64F1A35A4883832358B2558B5763D9489C967DF7BF7900D4572E5681A78556', 'Opener', NULL);
INSERT INTO seats VALUES ('gx6m3p2c29phsxbs', 1, X'74A948A1EE64F01DD669A3D07EBC27AE3C615712ABA6A226987E82EC78199594', 'Second', NULL);
INSERT INTO seats VALUES ('jhg14y232wv14st9', 0, X'BB0555BC2A215875C87FCFAB350B9DB98A23B2BFFAF2852F61C438F2A558B6F3', 'Opener', NULL);
INSERT INTO seats VALUES ('jhg14y232wv14st9', 1, X'F82B2E238C0DE1499E3091B48E4213756B5FB84E0E7C203F82E564851BB40416', 'Second', NULL);
INSERT INTO seats VALUES ('qts77vxsr35wnska', 0, X'BB02CE772A9AF406664211D18390740D22ADC682477950CC28E6A919D9855FBA', 'Opener', NULL);
INSERT INTO seats VALUES ('qts77vxsr35wnska', 1, X'E06D31CFCA1237A388B0BD93781B93D0A9F18BCEDB3C51B2325B2E64C3B336A6', 'Second', NULL);
INSERT INTO seats VALUES ('sgs8y8sbrxxr4f69', 0, X'C24EB805B500BA49C3652405CC89DAAD86E345C0A666A81091AC56F763BC9158', 'Opener', NULL);
INSERT INTO seats VALUES ('sgs8y8sbrxxr4f69', 1, X'B16358AD3622F567B3238A22D83ECDE7D947395BD788D0784F701D30796188F9', 'Second', NULL);
CREATE TABLE changes (
    table_id  TEXT    NOT NULL REFERENCES tables (id),
    seq       INTEGER NOT NULL,              -- 1, 2, 3 …; the primary key catches a second writer
    seat      INTEGER NOT NULL,
    kind      TEXT    NOT NULL CHECK (kind IN ('act', 'undo')),
    action    TEXT    NOT NULL,              -- the notation; empty for an undo
    client_id TEXT    NOT NULL,              -- the sender's own id of the message
    at        INTEGER NOT NULL,
    PRIMARY KEY (table_id, seq),
    UNIQUE (table_id, client_id)
) STRICT, WITHOUT ROWID;
INSERT INTO changes VALUES ('5ca2jtk8rgevg4z7', 1, 0, 'act', 'arrange a1=shu b1=general+shu+ko c1=king d1=queen+shu+ko e1=shu a2=shu+dai b2=ko+dai d2=ko+dai e2=ko', '0x7fe375705660-1', 1795447045130);
INSERT INTO changes VALUES ('5ca2jtk8rgevg4z7', 2, 1, 'act', 'arrange a4=ko b4=ko+dai d4=ko+dai e4=shu+dai a5=shu b5=queen+shu+ko c5=king d5=general+shu+ko e5=shu', '0x7fe375705838-2', 1795447045135);
INSERT INTO changes VALUES ('5ca2jtk8rgevg4z7', 3, 0, 'act', 'put shu c2', '0x7fe375705660-2', 1795447045140);
INSERT INTO changes VALUES ('5ca2jtk8rgevg4z7', 4, 0, 'act', 'switch a1 b1', '0x7fe375705660-3', 1795447045145);
INSERT INTO changes VALUES ('5ca2jtk8rgevg4z7', 5, 1, 'act', 'put shu c4', '0x7fe375705838-3', 1795447045151);
INSERT INTO changes VALUES ('5ca2jtk8rgevg4z7', 6, 1, 'act', 'switch a4 b4', '0x7fe375705838-4', 1795447045164);
INSERT INTO changes VALUES ('79hwr44zddpwjmw9', 1, 1, 'act', 'lay crest@0:0 1@0:1', '0x7fe37553c6b8-2', 1795447045005);
INSERT INTO changes VALUES ('79hwr44zddpwjmw9', 2, 2, 'act', 'lay crest@0:0 1@0:1', '0x7fe37553c890-2', 1795447045012);
INSERT INTO changes VALUES ('79hwr44zddpwjmw9', 3, 0, 'act', 'lay crest@0:0 1@0:1', '0x7fe37553c4e0-1', 1795447045019);
INSERT INTO changes VALUES ('79hwr44zddpwjmw9', 4, 1, 'act', 'lay nothing', '0x7fe37553c6b8-3', 1795447045041);
INSERT INTO changes VALUES ('79hwr44zddpwjmw9', 5, 2, 'act', 'lay nothing', '0x7fe37553c890-3', 1795447045054);
INSERT INTO changes VALUES ('79hwr44zddpwjmw9', 6, 0, 'act', 'lay nothing', '0x7fe37553c4e0-2', 1795447045059);
INSERT INTO changes VALUES ('91kqk2x73fbqg2gk', 1, 1, 'act', 'declare 13', '0x7fe3750cc808-2', 1795447044786);
INSERT INTO changes VALUES ('91kqk2x73fbqg2gk', 2, 0, 'act', 'declare 13', '0x7fe3750cc630-1', 1795447044790);
INSERT INTO changes VALUES ('91kqk2x73fbqg2gk', 3, 0, 'act', 'place B2 C2', '0x7fe3750cc630-2', 1795447044796);
INSERT INTO changes VALUES ('91kqk2x73fbqg2gk', 4, 1, 'act', 'place B1 C1', '0x7fe3750cc808-3', 1795447044803);
INSERT INTO changes VALUES ('91kqk2x73fbqg2gk', 5, 0, 'act', 'declare 14', '0x7fe3750cc630-3', 1795447044816);
INSERT INTO changes VALUES ('91kqk2x73fbqg2gk', 6, 1, 'act', 'declare 14', '0x7fe3750cc808-4', 1795447044825);
INSERT INTO changes VALUES ('gx6m3p2c29phsxbs', 1, 1, 'act', 'skill crash', '0x7fe3753fd7c8-2', 1795447044877);
INSERT INTO changes VALUES ('gx6m3p2c29phsxbs', 2, 0, 'act', 'skill recall', '0x7fe3753fd5f0-1', 1795447044890);
INSERT INTO changes VALUES ('gx6m3p2c29phsxbs', 3, 0, 'act', 'draft A5 keep', '0x7fe3753fd5f0-2', 1795447044904);
INSERT INTO changes VALUES ('gx6m3p2c29phsxbs', 4, 0, 'act', 'draft F3 keep', '0x7fe3753fd5f0-3', 1795447044913);
INSERT INTO changes VALUES ('gx6m3p2c29phsxbs', 5, 1, 'act', 'draft slide keep', '0x7fe3753fd7c8-3', 1795447044929);
INSERT INTO changes VALUES ('gx6m3p2c29phsxbs', 6, 1, 'act', 'draft stop keep', '0x7fe3753fd7c8-4', 1795447044942);
INSERT INTO changes VALUES ('jhg14y232wv14st9', 1, 0, 'act', 'place 8', '0x7fe3b5e44700-1', 1795447044650);
INSERT INTO changes VALUES ('jhg14y232wv14st9', 2, 1, 'act', 'place 9', '0x7fe3b5e448d8-2', 1795447044652);
INSERT INTO changes VALUES ('jhg14y232wv14st9', 3, 0, 'act', 'place 4', '0x7fe3b5e44700-2', 1795447044655);
INSERT INTO changes VALUES ('jhg14y232wv14st9', 4, 1, 'act', 'place 5', '0x7fe3b5e448d8-3', 1795447044666);
INSERT INTO changes VALUES ('jhg14y232wv14st9', 5, 1, 'undo', '', '0x7fe3b5e448d8-4', 1795447044669);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 1, 0, 'act', 'place 9', '0x7fe3b5e44350-1', 1795447044076);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 2, 1, 'act', 'place 5', '0x7fe3b5e44528-2', 1795447044078);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 3, 0, 'act', 'place 6', '0x7fe3b5e44350-2', 1795447044080);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 4, 1, 'act', 'place 8', '0x7fe3b5e44528-3', 1795447044082);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 5, 0, 'act', 'place 4', '0x7fe3b5e44350-3', 1795447044083);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 6, 1, 'act', 'place 2', '0x7fe3b5e44528-4', 1795447044085);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 7, 1, 'act', 'place 5', '0x7fe3b5e44528-5', 1795447044093);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 8, 0, 'act', 'place 9', '0x7fe3b5e44350-4', 1795447044102);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 9, 1, 'act', 'place 4', '0x7fe3b5e44528-6', 1795447044105);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 10, 0, 'act', 'place 7', '0x7fe3b5e44350-5', 1795447044107);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 11, 1, 'act', 'place 6', '0x7fe3b5e44528-7', 1795447044109);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 12, 0, 'act', 'place 8', '0x7fe3b5e44350-6', 1795447044111);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 13, 1, 'act', 'place 8', '0x7fe3b5e44528-8', 1795447044121);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 14, 0, 'act', 'place 2', '0x7fe3b5e44350-7', 1795447044125);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 15, 1, 'act', 'place 9', '0x7fe3b5e44528-9', 1795447044127);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 16, 0, 'act', 'place 4', '0x7fe3b5e44350-8', 1795447044128);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 17, 1, 'act', 'place 6', '0x7fe3b5e44528-10', 1795447044131);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 18, 0, 'act', 'place 7', '0x7fe3b5e44350-9', 1795447044136);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 19, 0, 'act', 'place 7', '0x7fe3b5e44350-10', 1795447044146);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 20, 1, 'act', 'place 5', '0x7fe3b5e44528-11', 1795447044150);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 21, 0, 'act', 'place 6', '0x7fe3b5e44350-11', 1795447044151);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 22, 1, 'act', 'place 8', '0x7fe3b5e44528-12', 1795447044153);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 23, 0, 'act', 'place 4', '0x7fe3b5e44350-12', 1795447044154);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 24, 1, 'act', 'place 2', '0x7fe3b5e44528-13', 1795447044156);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 25, 1, 'act', 'place 6', '0x7fe3b5e44528-14', 1795447044163);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 26, 0, 'act', 'place 2', '0x7fe3b5e44350-13', 1795447044166);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 27, 1, 'act', 'place 5', '0x7fe3b5e44528-15', 1795447044168);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 28, 0, 'act', 'place 4', '0x7fe3b5e44350-14', 1795447044169);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 29, 1, 'act', 'place 7', '0x7fe3b5e44528-16', 1795447044171);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 30, 0, 'act', 'place 2', '0x7fe3b5e44350-15', 1795447044178);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 31, 1, 'act', 'place 9', '0x7fe3b5e44528-17', 1795447044181);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 32, 0, 'act', 'place 8', '0x7fe3b5e44350-16', 1795447044183);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 33, 1, 'act', 'place 6', '0x7fe3b5e44528-18', 1795447044185);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 34, 0, 'act', 'place 4', '0x7fe3b5e44350-17', 1795447044186);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 35, 1, 'act', 'place 7', '0x7fe3b5e44528-19', 1795447044194);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 36, 0, 'act', 'place 4', '0x7fe3b5e44350-18', 1795447044198);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 37, 1, 'act', 'place 2', '0x7fe3b5e44528-20', 1795447044200);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 38, 0, 'act', 'place 8', '0x7fe3b5e44350-19', 1795447044201);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 39, 1, 'act', 'place 5', '0x7fe3b5e44528-21', 1795447044203);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 40, 0, 'act', 'place 9', '0x7fe3b5e44350-20', 1795447044205);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 41, 1, 'act', 'place 6', '0x7fe3b5e44528-22', 1795447044215);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 42, 0, 'act', 'place 9', '0x7fe3b5e44350-21', 1795447044219);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 43, 1, 'act', 'place 5', '0x7fe3b5e44528-23', 1795447044221);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 44, 0, 'act', 'place 7', '0x7fe3b5e44350-22', 1795447044223);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 45, 1, 'act', 'place 4', '0x7fe3b5e44528-24', 1795447044225);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 46, 0, 'act', 'place 8', '0x7fe3b5e44350-23', 1795447044226);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 47, 1, 'act', 'place 8', '0x7fe3b5e44528-25', 1795447044238);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 48, 0, 'act', 'place 2', '0x7fe3b5e44350-24', 1795447044243);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 49, 1, 'act', 'place 6', '0x7fe3b5e44528-26', 1795447044245);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 50, 0, 'act', 'place 3', '0x7fe3b5e44350-25', 1795447044247);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 51, 1, 'act', 'place 9', '0x7fe3b5e44528-27', 1795447044248);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 52, 0, 'act', 'place 4', '0x7fe3b5e44350-26', 1795447044250);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 53, 0, 'act', 'place 9', '0x7fe3b5e44350-27', 1795447044259);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 54, 1, 'act', 'place 1', '0x7fe3b5e44528-28', 1795447044263);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 55, 0, 'act', 'place 2', '0x7fe3b5e44350-28', 1795447044265);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 56, 1, 'act', 'place 4', '0x7fe3b5e44528-29', 1795447044267);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 57, 0, 'act', 'place 5', '0x7fe3b5e44350-29', 1795447044269);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 58, 1, 'act', 'place 3', '0x7fe3b5e44528-30', 1795447044270);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 59, 0, 'act', 'place 1', '0x7fe3b5e44350-30', 1795447044280);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 60, 1, 'act', 'place 8', '0x7fe3b5e44528-31', 1795447044285);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 61, 0, 'act', 'place 5', '0x7fe3b5e44350-31', 1795447044286);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 62, 1, 'act', 'place 3', '0x7fe3b5e44528-32', 1795447044288);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 63, 0, 'act', 'place 4', '0x7fe3b5e44350-32', 1795447044289);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 64, 1, 'act', 'place 2', '0x7fe3b5e44528-33', 1795447044291);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 65, 1, 'act', 'place 3', '0x7fe3b5e44528-34', 1795447044300);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 66, 0, 'act', 'place 5', '0x7fe3b5e44350-33', 1795447044307);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 67, 1, 'act', 'place 1', '0x7fe3b5e44528-35', 1795447044309);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 68, 0, 'act', 'place 7', '0x7fe3b5e44350-34', 1795447044311);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 69, 1, 'act', 'place 9', '0x7fe3b5e44528-36', 1795447044316);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 70, 0, 'act', 'place 2', '0x7fe3b5e44350-35', 1795447044325);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 71, 0, 'act', 'place 3', '0x7fe3b5e44350-36', 1795447044339);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 72, 1, 'act', 'place 2', '0x7fe3b5e44528-37', 1795447044351);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 73, 0, 'act', 'place 9', '0x7fe3b5e44350-37', 1795447044356);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 74, 1, 'act', 'place 4', '0x7fe3b5e44528-38', 1795447044359);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 75, 0, 'act', 'place 5', '0x7fe3b5e44350-38', 1795447044361);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 76, 1, 'act', 'place 7', '0x7fe3b5e44528-39', 1795447044363);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 77, 0, 'act', 'fly 9', '0x7fe3b5e44350-39', 1795447044366);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 78, 1, 'act', 'place 3', '0x7fe3b5e44528-40', 1795447044375);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 79, 0, 'act', 'place 8', '0x7fe3b5e44350-40', 1795447044378);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 80, 1, 'act', 'place 7', '0x7fe3b5e44528-41', 1795447044380);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 81, 0, 'act', 'place 9', '0x7fe3b5e44350-41', 1795447044382);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 82, 1, 'act', 'place 4', '0x7fe3b5e44528-42', 1795447044383);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 83, 0, 'act', 'place 1', '0x7fe3b5e44350-42', 1795447044389);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 84, 1, 'act', 'fly 7', '0x7fe3b5e44528-43', 1795447044394);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 85, 1, 'act', 'place 7', '0x7fe3b5e44528-44', 1795447044404);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 86, 0, 'act', 'place 3', '0x7fe3b5e44350-43', 1795447044412);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 87, 1, 'act', 'place 9', '0x7fe3b5e44528-45', 1795447044414);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 88, 0, 'act', 'place 8', '0x7fe3b5e44350-44', 1795447044420);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 89, 1, 'act', 'place 6', '0x7fe3b5e44528-46', 1795447044472);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 90, 0, 'act', 'place 4', '0x7fe3b5e44350-45', 1795447044474);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 91, 0, 'act', 'fly 4', '0x7fe3b5e44350-46', 1795447044482);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 92, 1, 'act', 'place 2', '0x7fe3b5e44528-47', 1795447044504);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 93, 0, 'act', 'place 8', '0x7fe3b5e44350-47', 1795447044513);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 94, 1, 'act', 'place 1', '0x7fe3b5e44528-48', 1795447044516);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 95, 0, 'act', 'place 6', '0x7fe3b5e44350-48', 1795447044518);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 96, 1, 'act', 'place 4', '0x7fe3b5e44528-49', 1795447044525);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 97, 0, 'act', 'place 9', '0x7fe3b5e44350-49', 1795447044534);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 98, 0, 'act', 'place 3', '0x7fe3b5e44350-50', 1795447044552);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 99, 1, 'act', 'place 7', '0x7fe3b5e44528-50', 1795447044566);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 100, 0, 'act', 'place 8', '0x7fe3b5e44350-51', 1795447044573);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 101, 1, 'act', 'place 4', '0x7fe3b5e44528-51', 1795447044581);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 102, 0, 'act', 'place 1', '0x7fe3b5e44350-52', 1795447044589);
INSERT INTO changes VALUES ('qts77vxsr35wnska', 103, 1, 'act', 'place 5', '0x7fe3b5e44528-52', 1795447044603);
INSERT INTO changes VALUES ('sgs8y8sbrxxr4f69', 1, 1, 'act', 'place 2', '0x7fe375091fa8-2', 1795447044701);
INSERT INTO changes VALUES ('sgs8y8sbrxxr4f69', 2, 0, 'act', 'place 4', '0x7fe375091dd0-1', 1795447044710);
INSERT INTO changes VALUES ('sgs8y8sbrxxr4f69', 3, 1, 'act', 'place 5', '0x7fe375091fa8-3', 1795447044713);
INSERT INTO changes VALUES ('sgs8y8sbrxxr4f69', 4, 0, 'act', 'place 6', '0x7fe375091dd0-2', 1795447044722);
INSERT INTO changes VALUES ('sgs8y8sbrxxr4f69', 5, 1, 'act', 'place 7', '0x7fe375091fa8-4', 1795447044725);
INSERT INTO changes VALUES ('sgs8y8sbrxxr4f69', 6, 0, 'act', 'place 8', '0x7fe375091dd0-3', 1795447044729);
CREATE INDEX seats_of_guest ON seats (guest) WHERE guest IS NOT NULL;
CREATE TRIGGER changes_are_never_altered BEFORE UPDATE ON changes
BEGIN SELECT RAISE(ABORT, 'changes are never altered'); END;
CREATE TRIGGER changes_are_never_deleted BEFORE DELETE ON changes
BEGIN SELECT RAISE(ABORT, 'changes are never deleted'); END;
