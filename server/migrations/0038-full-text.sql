-- Words are compared without accents and by their English stem; no word is left out for being common.
create extension if not exists unaccent;
create extension if not exists pg_trgm;
create text search dictionary samudra_stem (template = snowball, language = english);
create text search configuration samudra (copy = pg_catalog.simple);
alter text search configuration samudra
  alter mapping for asciiword, asciihword, hword_asciipart, word, hword, hword_part with unaccent, samudra_stem;

-- Both are immutable as long as nobody edits the rules of unaccent; indexes and generated columns need to hear so. They are
-- called with an empty search path when indexes are made: the schema is written out.
do $do$
declare
  home text := quote_ident(current_schema());
begin
  -- Letters of all these texts as they are compared: small, without accents.
  execute format($sql$
    create function samudra_letters(variadic texts text[]) returns text
    language sql immutable parallel safe
    return lower(%1$s.unaccent('%1$s.unaccent'::regdictionary, array_to_string(texts, ' ')))
  $sql$, home);
  -- Words of a text with its title, those of the title before the others.
  execute format($sql$
    create function samudra_words(title text, body text) returns tsvector
    language sql immutable parallel safe
    return setweight(to_tsvector('%1$s.samudra'::regconfig, coalesce(title, '')), 'A')
        || setweight(to_tsvector('%1$s.samudra'::regconfig, coalesce(body, '')), 'D')
  $sql$, home);
end
$do$;

create index audit_records_letters on audit_records
  using gin (samudra_letters(actor, action, object_id, reason, ip, before, after, request_id) gin_trgm_ops);

-- The words of objects that are not held in memory, and between them, as words nobody can type, who finds them: one index
-- answers what is asked and what may be seen. Sorted by id the newest are the last.
create table object_words (
  type text not null,
  id text not null,
  words tsvector not null,
  primary key (type, id)
);
create index object_words_words on object_words using gin (words);
