import { type PlaceMessage, placeMessage, type QuestionMessage, questionMessage } from '@rehearse/contracts'
import type { Backend } from '@rehearse/service-kit'
import type { ProgressTables } from '../tables.ts'
import { storeAnswerKeys } from './answer-key-repository.ts'
import { storeBankQuestions } from './bank-question-repository.ts'
import { storeCategories } from './category-repository.ts'

type Trx = Parameters<Parameters<Backend<ProgressTables>['consume']>[0]['handle']>[1]

/** Keeps our copy of the answer keys in step with the questions service, and the names of their categories. */
export function keepAnswerKeys(backend: Backend<ProgressTables>): void {
  backend.consume<QuestionMessage>({
    name: 'progress-answer-keys',
    schema: questionMessage,
    handle: takeQuestions,
  })
  backend.consume<PlaceMessage>({
    name: 'progress-categories',
    schema: placeMessage,
    handle: (messages, trx) => storeCategories(trx, messages),
  })
}

/** Takes in versions of questions. */
export async function takeQuestions(messages: readonly QuestionMessage[], trx: Trx): Promise<void> {
  // A deleted question keeps its keys: answers given before, and late ones, are graded by them.
  const snapshots = messages.flatMap((message) => (message.type === 'QuestionDeleted' ? [] : [message.data]))
  await storeAnswerKeys(trx, snapshots)
  await storeBankQuestions(trx, messages)
}
