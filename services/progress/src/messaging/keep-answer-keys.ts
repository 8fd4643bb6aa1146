import { type QuestionMessage, questionMessage } from '@rehearse/contracts'
import type { Backend } from '@rehearse/service-kit'
import { storeAnswerKeys } from '../answer-keys/answer-key-repository.ts'
import type { ProgressTables } from '../db/tables.ts'

/** Keeps our copy of the answer keys in step with the questions service. */
export function keepAnswerKeys(backend: Backend<ProgressTables>): void {
  backend.consume<QuestionMessage>({
    from: 'questions',
    name: 'progress-answer-keys',
    subject: 'questions.question.>',
    schema: questionMessage,
    handle: async (messages, trx) => {
      // A deleted question keeps its keys: answers given before, and late ones, are graded by them.
      const snapshots = messages.flatMap((message) =>
        message.type === 'QuestionDeleted' ? [] : [message.data],
      )
      await storeAnswerKeys(trx, snapshots)
    },
  })
}
