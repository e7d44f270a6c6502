-- The columns of `numbers` are the catalogue of metrics, each under its id. What the catalogue has besides these is added
-- by the app that has it, and the backup and the refusal of older apps go with it as with any migration.
ALTER TABLE numbers RENAME COLUMN in_tokens TO in_tokens_server;
ALTER TABLE numbers RENAME COLUMN answer_tokens TO answer_tokens_server;
ALTER TABLE numbers RENAME COLUMN reasoning_tokens TO reasoning_tokens_server;

-- What stands for each lane in every number, by the metrics' ids: {"ttft_ms": 301.2}.
ALTER TABLE lanes ADD COLUMN numbers TEXT NOT NULL DEFAULT '{}';
