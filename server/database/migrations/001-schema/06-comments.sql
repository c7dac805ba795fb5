create table comments (
  survey_id uuid not null references surveys (id),
  id uuid not null default gen_random_uuid(),
  user_id uuid not null references users (id),
  text text not null,
  -- The comment that this one answers. Nobody answers an answer.
  answer_to uuid,
  -- Of an answer: 0 if whoever asks the survey wrote it, otherwise 1, 2, 3 and so on.
  place integer,
  -- The last place that an answer to this comment has got.
  answers integer not null default 0,
  -- Counted in the same statement as the rows it counts.
  liked integer not null default 0,
  created_at timestamptz(3) not null default now(),
  edited_at timestamptz(3),
  -- By an admin, with a reason of the list, words for other admins, both or neither.
  hidden_at timestamptz(3),
  hidden_reason text,
  hidden_message text not null default '',
  -- A deleted comment's text is empty, and it is hidden too: what leaves out hidden comments also
  -- leaves out these. The row stays, because reports have a key to it.
  deleted_at timestamptz(3),
  primary key (survey_id, id),
  foreign key (survey_id, answer_to) references comments (survey_id, id),
  constraint answers_have_a_place check ((place is null) = (answer_to is null))
);
create index comments_by_time on comments (survey_id, created_at desc, id desc);
create index comments_by_user on comments (user_id, id);
-- Without answers, of which one comment may have more than a page has comments.
create index comments_newest on comments (survey_id, created_at desc, id desc)
  where answer_to is null;
create index comments_most_liked on comments (survey_id, liked desc, id desc)
  where answer_to is null;
-- Whoever asks the survey answers each comment once, and once more after that is deleted.
create unique index comments_answers on comments (survey_id, answer_to, place)
  where answer_to is not null and deleted_at is null;
-- Has the reason for the page about transparency, which counts in the index alone.
create index comments_hidden on comments (hidden_at desc, id desc) include (hidden_reason)
  where hidden_at is not null and deleted_at is null;

create table comment_likes (
  survey_id uuid not null references surveys (id),
  comment_id uuid not null,
  user_id uuid not null references users (id),
  created_at timestamptz(3) not null default now(),
  primary key (survey_id, comment_id, user_id),
  foreign key (survey_id, comment_id) references comments (survey_id, id)
);
create index comment_likes_by_user on comment_likes (user_id, comment_id);
