import {
  type QuestionMessage,
  questionLookupRequest,
  questionLookupSubject,
  questionSubjects,
} from '@rehearse/contracts'
import { type Nats, openNats } from '@rehearse/service-kit'
import Fastify from 'fastify'

/** Plays the questions service on NATS: publishes questions, and answers requests for them. */
export interface TestBank {
  nats: Nats
  publish(message: QuestionMessage): Promise<void>
  /** From now on lookups find it, but it isn't published. */
  know(message: QuestionMessage): void
  close(): Promise<void>
}

const subjectOf: Record<QuestionMessage['type'], string> = {
  QuestionCreated: questionSubjects.created,
  QuestionRevised: questionSubjects.revised,
  QuestionDeactivated: questionSubjects.deactivated,
  QuestionDeleted: questionSubjects.deleted,
}

/** By question, in the order of publication; shared by all banks, since a request may reach any of them. */
const known = new Map<string, QuestionMessage[]>()

const know = (message: QuestionMessage): void => {
  const { questionId } = message.data
  known.set(questionId, [...(known.get(questionId) ?? []), message])
}

export async function startTestBank(natsUrl: string): Promise<TestBank> {
  const { log } = Fastify()
  const nats = openNats({ url: natsUrl, name: 'questions', replicas: 1, log, owns: 'questions' })
  nats.start()
  const connection = await nats.connection
  connection.subscribe(questionLookupSubject, {
    callback: (_, request) => {
      const { questionId, version } = questionLookupRequest.parse(request.json())
      const versions = known.get(questionId) ?? []
      const message = versions.findLast(({ data }) => version === undefined || data.version === version)
      request.respond(JSON.stringify({ message: message ?? null }))
    },
  })
  return {
    nats,
    know,
    publish: async (message) => {
      know(message)
      const js = await nats.jetstream()
      await js.publish(subjectOf[message.type], JSON.stringify(message))
    },
    close: nats.close,
  }
}
