-- Numbers for stations where several servers name new ones: each is lent some at a time.
create sequence station_numbers as integer minvalue 0 start 0;
