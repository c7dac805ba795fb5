-- From now on only hashes of one-time tokens are stored. Links in mails and log-ins that wait for
-- something end with this; people ask for a new link or log in again.
delete from identity.verification;

-- What issuers gave at a log-in. Nothing reads it, and it may open other sites.
update identity.account set "accessToken" = null, "refreshToken" = null, "idToken" = null
where "accessToken" is not null or "refreshToken" is not null or "idToken" is not null;
