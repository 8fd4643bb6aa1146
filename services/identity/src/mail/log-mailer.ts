import type { FastifyBaseLogger } from 'fastify'
import type { Mailer } from './mailer.ts'

/** For development without a mail server: what a mail would have led to, in the log. Never used in production. */
export const createLogMailer = (log: FastifyBaseLogger): Mailer => ({
  deliver: async ({ subject, link }) => {
    log.info(link === null ? { subject } : { subject, link }, 'mail that no server is configured for')
  },
})
