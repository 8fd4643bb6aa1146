-- Challenges stored before there were kinds are of the kind `web`, without files.
update library_entry
set document = '{"kind": "web", "files": [], "timeLimit": 1500, "mutants": [], "problems": [], "solutionFiles": [],
  "complexity": "", "otherSolutions": []}'::jsonb || document
where kind = 'challenges';
