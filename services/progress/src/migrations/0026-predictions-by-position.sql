-- A regraded answer is found by its position in the log, so an answer needs no second index.
drop index item_prediction_answer;
