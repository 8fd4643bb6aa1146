/** A question that may be reserved for a learner's mock exams. */
export interface ReserveCandidate {
  questionId: string
  topic: string
  difficulty: string
}

/**
 * Selects questions to reserve for mock exams: some of each topic and difficulty in turn. The same learner and event always
 * give the same questions, however the candidates are ordered.
 * @param rank orders the questions of a group; the same for the same question and event
 */
export function selectReserved(
  candidates: readonly ReserveCandidate[],
  { count, rank }: { count: number; rank: (questionId: string) => string },
): string[] {
  const ranked = candidates
    .map(({ questionId, topic, difficulty }) => ({
      questionId,
      group: JSON.stringify([topic, difficulty]),
      rank: rank(questionId),
    }))
    .sort((one, other) => (one.rank < other.rank ? -1 : 1))
  // Groups in the order of their first question, so that no topic always comes first.
  const groups = [...Map.groupBy(ranked, ({ group }) => group).values()]
  const rounds = Array.from({ length: count }, (_, round) => groups.flatMap((group) => group[round] ?? []))
  return rounds
    .flat()
    .slice(0, count)
    .map(({ questionId }) => questionId)
}
