-- Versions keep the name that a category had then; the id beside it says which category that was, whatever its name is
-- now. It stays when the category is gone.
alter table question_version add column category_id text;
update question_version set category_id = category.id
from category where category.name = question_version.question->>'category';
