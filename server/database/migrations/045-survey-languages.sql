-- The language that a survey is written in: decision 027. Those that are there are English.
alter table surveys add column language text not null default 'en';
-- Its form only, as with people: a version may know more languages than the one beside it. Not valid
-- for the rows that are there, so that none of them is read.
alter table surveys add constraint surveys_language_check
  check (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$') not valid;
-- What the admin has read. Null in decisions from before there was this column.
alter table survey_decisions add column language text;
-- Lists by votes and likes read one table, so the language is copied to it.
alter table survey_tallies add column language text not null default 'en';

-- Search in all languages of the site. Letters are taken for one as `server/database/letters.ts` does
-- it, which changes nothing in a text of ASCII alone; and each Chinese character is a word of its own,
-- because Chinese has no spaces. The language of a published survey stands among its words, as its
-- category does.
alter table surveys drop column search;
alter table surveys add column search tsvector not null generated always as (
  to_tsvector('simple', case
    when octet_length(title || description || question) = char_length(title || description || question)
    then title || ' ' || description || ' ' || question
    else regexp_replace(
      translate(
        regexp_replace(
          normalize(title || ' ' || description || ' ' || question, NFD),
          '[\u0300-\u036f\u0640\u064b-\u065f\u0670\u0903\u093c\u093d\u094d\u200c\u200d]', '', 'g'),
          E'ٱىیةک'
          '٠۰०١۱१٢۲२٣۳३٤۴४٥۵५٦۶६٧۷७٨۸८٩۹९'
          '\u093e\u0949\u0911\u093f\u0940\u0941\u0942\u0943\u0945\u0947\u0948\u094b\u094c\u0901\u0902'
          '’‘“”„«»–—…؟،؛।॥。，、？！：；（）《》「」¿¡',
          'اييهك'
          '000111222333444555666777888999'
          'आआआइईउऊऋएएऐओऔनन'
          '                              '),
      '([\u3400-\u9fff])', ' \1 ', 'g')
    end)
    || case when status = 'published'
      then array_to_tsvector(array['@' || category, '@' || language]) else '' end
) stored;
-- Written at once, as in migration 014.
create index surveys_search on surveys using gin (search) with (fastupdate = off);
update survey_tallies as t set search = s.search from surveys as s where s.id = t.survey_id;

-- Lists of some languages, in each order. The list of all categories is put together from those of
-- each, so that it needs no indexes of its own.
create index surveys_of_language_by_publication
  on surveys (language, listed_category, coalesce(published_at, created_at) desc, id desc)
  where listed_category is not null;
create index surveys_of_language_by_end
  on surveys (language, listed_category,
    coalesce(closes_at, timestamptz '9999-12-31 23:59:59.999+00'), id)
  where listed_category is not null;
create index tallies_of_language_by_votes
  on survey_tallies (language, listed_category, votes desc, survey_id desc)
  where listed_category is not null;
create index tallies_of_language_by_liked
  on survey_tallies (language, listed_category, liked desc, survey_id desc)
  where listed_category is not null;
