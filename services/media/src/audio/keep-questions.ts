import { questionMessage } from '@rehearse/contracts'
import type { Backend } from '@rehearse/service-kit'
import type { Tables } from '../tables.ts'
import { storeQuestions } from './repository.ts'

/** Keeps which questions there are, so that audio is given to them alone and leaves with them. */
export function keepQuestions(backend: Backend<Tables>): void {
  backend.consume({
    name: 'media-questions',
    schema: questionMessage,
    handle: (messages, trx) => storeQuestions(trx, messages),
  })
}
