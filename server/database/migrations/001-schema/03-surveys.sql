create table surveys (
  id uuid primary key default gen_random_uuid(),
  surveyor_id uuid not null references users (id),
  title text not null,
  description text not null,
  category text not null
    check (category in ('politics', 'social-issues', 'technology', 'entertainment')),
  question text not null,
  -- In which the three texts are written. Only its form is checked, as with people.
  language text not null default 'en' check (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$'),
  -- The three texts in further languages, as the record hashes them: the netstrings of
  -- docs/public-record.md, in the order of their languages. Empty if there are none.
  translations text not null default '',
  -- Written with `translations`, because no expression of PostgreSQL takes those apart: their
  -- languages, separated by spaces, and their texts.
  translated_into text not null default '',
  translated_text text not null default '',

  -- Nobody votes before it; null: as soon as the survey is published.
  opens_at timestamptz(3),
  -- Nobody votes from then on; null: the survey stays open.
  closes_at timestamptz(3),
  -- Who sees the results: everybody, those who have voted, or everybody once it is closed.
  results text not null default 'voted' check (results in ('always', 'voted', 'closed')),
  -- Whether the surveyor and the admins see who answered what, or nobody does: docs/secret-ballot.md.
  ballot text not null default 'named' check (ballot in ('named', 'secret')),
  -- Whether other sites may show the survey in a frame. Its surveyor can switch that off at any time.
  embeddable boolean not null default true,

  status text not null default 'pending'
    check (status in ('pending', 'published', 'unpublish', 'withdrawn')),
  -- The admin's reason when a survey is not published.
  entered_message text,
  entered_reason text,
  -- Counts the edits, so that an admin decides on the text they have read.
  revision integer not null default 1,
  -- The call that brought it into its status: the same call again is answered alike.
  step_key uuid,
  created_at timestamptz(3) not null default now(),
  -- When it was last sent to the admins.
  sent_at timestamptz(3) not null default now(),
  -- When it was published for the first time: lists, feeds and pages go by it.
  published_at timestamptz(3),

  -- The hash of what people are asked, as `hashSurveyText` of `record/entries.ts` computes it.
  -- Computed by the database, so that no statement can forget it. A cast to bytea takes the bytes as
  -- they are, except that two backslashes mean one; `convert_to` may not be used here, because
  -- conversions can be changed.
  text_hash bytea not null generated always as (sha256(replace(
    E'survey-record/v2 text\n3:und,'
      || octet_length(title)::text || ':' || title || ','
      || octet_length(description)::text || ':' || description || ','
      || octet_length(question)::text || ':' || question || ','
      || translations, '\', '\\')::bytea)) stored,
  -- The category whose lists show the survey; null while it is not published.
  listed_category text
    generated always as (case when status = 'published' then category end) stored,
  -- The words of all texts. 'simple' knows no language: surveys are written in many, and a search as
  -- you type matches beginnings of words rather than their stems. Letters are taken for one as
  -- `server/database/letters.ts` does it, which changes nothing in a text of ASCII alone; and each
  -- Chinese character is a word of its own, because Chinese has no spaces. The category and the
  -- languages of a published survey stand among the words, so that one index finds all together.
  -- Nobody can search for them by mistake: of what is typed, only letters and digits count.
  search tsvector not null generated always as (
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
  ) stored,
  constraint surveys_open_before_they_close check (opens_at < closes_at),
  constraint published_surveys_have_a_time check (status <> 'published' or published_at is not null)
);

-- What the surveyor and the admins go by.
create index surveys_by_surveyor on surveys (surveyor_id, created_at desc, id desc);
create index surveys_by_sent on surveys (sent_at desc, id desc);
create index surveys_by_status on surveys (status, sent_at desc, id desc);

-- The public lists, of all categories and of one. Those of all say `status = 'published'`: if they
-- said the same by `listed_category`, PostgreSQL would often walk them for one category too, past all
-- the others.
create index surveys_by_publication on surveys (published_at desc, id desc)
  where status = 'published';
create index surveys_listed_by_publication on surveys (listed_category, published_at desc, id desc)
  where listed_category is not null;
-- Those that close soonest, and after them those without an end: theirs counts as the last moment
-- that a cursor can have.
create index surveys_by_end
  on surveys (coalesce(closes_at, timestamptz '9999-12-31 23:59:59.999+00'), id)
  where status = 'published';
create index surveys_listed_by_end
  on surveys (listed_category, coalesce(closes_at, timestamptz '9999-12-31 23:59:59.999+00'), id)
  where listed_category is not null;
-- Surveys are searched far more often than written, so new words go right into the index instead of
-- a list that every search would have to read.
create index surveys_search on surveys using gin (search) with (fastupdate = off);
-- Results that everybody may see, now or at the end: the file of open data.
create index surveys_for_everybody on surveys (created_at desc, id desc)
  where status = 'published' and (results = 'always' or closes_at is not null);

-- Counted in the same statement as the rows they count; rebuilt from the rows when in doubt.
create table survey_tallies (
  survey_id uuid primary key references surveys (id),
  -- Votes that count.
  yes integer not null default 0,
  no integer not null default 0,
  votes integer not null generated always as (yes + no) stored,
  -- Votes that are set aside.
  set_aside integer not null default 0,
  -- How voters came, as their browsers say; all other votes came by a link. Not set right by a
  -- recount, because no row says it of a vote.
  from_list integer not null default 0,
  from_frame integer not null default 0,
  from_qr integer not null default 0,
  liked integer not null default 0,
  disliked integer not null default 0,
  -- Copied from the survey by the statement that writes it: an index can't know the category of one
  -- table and the counts of another, and a list by votes must read one table.
  listed_category text,
  search tsvector not null,
  opens_at timestamptz(3),
  closes_at timestamptz(3)
);
-- Whole, because the admins' list of answers also has surveys that are not published.
create index tallies_by_votes on survey_tallies (votes desc, survey_id desc)
  include (listed_category);
create index tallies_by_liked on survey_tallies (liked desc, survey_id desc)
  where listed_category is not null;
create index tallies_by_votes_of_category
  on survey_tallies (listed_category, votes desc, survey_id desc)
  where listed_category is not null;
create index tallies_by_liked_of_category
  on survey_tallies (listed_category, liked desc, survey_id desc)
  where listed_category is not null;

-- Every decision on a survey, with all that the admin has read.
create table survey_decisions (
  survey_id uuid not null references surveys (id),
  id uuid not null,
  admin_id uuid not null references users (id),
  status text not null check (status in ('published', 'unpublish')),
  message text not null default '',
  -- One of the list, if the admin has chosen one.
  reason text,
  title text not null,
  description text not null,
  category text not null,
  question text not null,
  language text not null,
  translations text not null default '',
  opens_at timestamptz(3),
  closes_at timestamptz(3),
  results text not null,
  ballot text not null default 'named',
  -- When the survey was sent, if it was waiting: how long its surveyor waited.
  sent_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  -- As that of the survey.
  text_hash bytea not null generated always as (sha256(replace(
    E'survey-record/v2 text\n3:und,'
      || octet_length(title)::text || ':' || title || ','
      || octet_length(description)::text || ':' || description || ','
      || octet_length(question)::text || ':' || question || ','
      || translations, '\', '\\')::bytea)) stored,
  primary key (survey_id, id)
);
-- Has all that the pages about transparency and waiting count, so that they read nothing else.
create index decisions_by_time on survey_decisions (created_at) include (status, sent_at, reason);
