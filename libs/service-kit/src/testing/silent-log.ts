import Fastify, { type FastifyBaseLogger } from 'fastify'

export const silentLog: FastifyBaseLogger = Fastify({ logger: { level: 'silent' } }).log
