-- A survey is listed and found in every language that it can be read in: decision 027. The statement
-- that writes `translations` writes their languages, separated by spaces, and their texts once more,
-- because no expression of PostgreSQL takes them apart. There are none yet: no release has written any.
alter table surveys
  add column translated_into text not null default '',
  add column translated_text text not null default '';
alter table survey_tallies add column translated_into text not null default '';

-- An index puts one language in order, and not several of one row. So those in several languages are a
-- list of their own (`mul`, as BCP 47 calls them), which is read past the ones in other languages.
alter table surveys
  add column languages text[] not null
    generated always as (string_to_array(trim(language || ' ' || translated_into), ' ')) stored,
  add column listed_language text not null
    generated always as (case when translated_into = '' then language else 'mul' end) stored,
  -- As migration 045 made it, with the texts and languages of translations.
  drop column search,
  add column search tsvector not null generated always as (
    to_tsvector('simple', case
      when octet_length(title || description || question || translated_text)
        = char_length(title || description || question || translated_text)
      then title || ' ' || description || ' ' || question || ' ' || translated_text
      else regexp_replace(
        translate(
          regexp_replace(
            normalize(
              title || ' ' || description || ' ' || question || ' ' || translated_text, NFD),
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
        then array_to_tsvector(string_to_array('@' || category || ' @'
          || replace(trim(language || ' ' || translated_into), ' ', ' @'), ' '))
        else '' end
  ) stored;
alter table survey_tallies
  add column languages text[] not null
    generated always as (string_to_array(trim(language || ' ' || translated_into), ' ')) stored,
  add column listed_language text not null
    generated always as (case when translated_into = '' then language else 'mul' end) stored;
-- Written at once, as in migration 014.
create index surveys_search on surveys using gin (search) with (fastupdate = off);

-- Lists of some languages, in each order, instead of those by the survey's own language alone.
drop index surveys_of_language_by_publication;
drop index surveys_of_language_by_end;
drop index tallies_of_language_by_votes;
drop index tallies_of_language_by_liked;
create index surveys_listed_in_language_by_publication
  on surveys (listed_language, listed_category, coalesce(published_at, created_at) desc, id desc)
  where listed_category is not null;
create index surveys_listed_in_language_by_end
  on surveys (listed_language, listed_category,
    coalesce(closes_at, timestamptz '9999-12-31 23:59:59.999+00'), id)
  where listed_category is not null;
create index tallies_listed_in_language_by_votes
  on survey_tallies (listed_language, listed_category, votes desc, survey_id desc)
  where listed_category is not null;
create index tallies_listed_in_language_by_liked
  on survey_tallies (listed_language, listed_category, liked desc, survey_id desc)
  where listed_category is not null;
