import {
  questionLookupRequest,
  questionLookupSubject,
  questionReplayRequest,
  questionReplaySubject,
} from '@rehearse/contracts'
import { answerRequests, type Backend } from '@rehearse/service-kit'
import type { Tables } from '../tables.ts'
import { lookUp } from './look-up.ts'
import { replayPage } from './replay.ts'

/** Answers consumers who are new and ask for the whole bank, and those who are behind and ask for one question. */
export function answerReplays(backend: Backend<Tables>): void {
  const { db } = backend.database
  answerRequests(backend, {
    subject: questionReplaySubject,
    name: 'replays',
    answer: (request) => replayPage(db, questionReplayRequest.parse(request)),
  })
  answerRequests(backend, {
    subject: questionLookupSubject,
    name: 'lookups',
    answer: (request) => lookUp(db, questionLookupRequest.parse(request)),
  })
}
