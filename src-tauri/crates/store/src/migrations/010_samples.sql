-- JSON: the sample without its texts. NULL where it is still in `samples`, whose column is '' otherwise: a table without
-- rowids keeps about 1,000 bytes of a row in place, and each sample beyond that takes a page of its own.
ALTER TABLE recordings ADD COLUMN sample TEXT;

-- The runs that are there already are moved as they are told anew.
UPDATE overview SET computed = 0;
