-- Whether the sender was notified that a recipient is not reached yet.
alter table mail_outgoing add column delayed_reported boolean not null default false;
