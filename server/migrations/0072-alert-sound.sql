-- How an alert sounds at the desks, as its definition said when it was raised.
alter table alerts add column sound text not null default 'SOFT';
