-- A regrade in a batch without answers reset the counts of its topic. The topic is fitted again after its next answer.
update topic_fit set responses = counted.responses
from (select topic, count(*)::int as responses from item_prediction group by topic) as counted
where counted.topic = topic_fit.topic and counted.responses > topic_fit.responses;
