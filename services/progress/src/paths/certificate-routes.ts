import {
  certificateListReply,
  certificateNameInput,
  certificateParams,
  certificateReply,
  DomainError,
} from '@rehearse/contracts'
import { type App, type Database, principalOf } from '@rehearse/service-kit'
import type { ProgressTables } from '../tables.ts'
import { findCertificate, nameOnCertificate, readCertificates } from './certificate-repository.ts'

const tags = ['progress']

/** Certificates of completed paths: one's own, and anybody's whose code one was given. */
export function certificateRoutes(app: App, { db }: Database<ProgressTables>): void {
  app.get(
    '/api/progress/certificates',
    {
      config: { access: 'learner' },
      schema: { tags, summary: 'My certificates, newest first', response: { 200: certificateListReply } },
    },
    async (request) => ({
      success: true as const,
      certificates: await readCertificates(db, principalOf(request).id),
    }),
  )

  app.put(
    '/api/progress/certificates/:code',
    {
      config: { access: 'learner' },
      schema: {
        tags,
        summary: 'Say how I wish to be named on a certificate of mine; null: not at all',
        params: certificateParams,
        body: certificateNameInput,
        response: { 200: certificateReply },
      },
    },
    async (request) => {
      const { code } = request.params
      if (!(await nameOnCertificate(db, principalOf(request).id, code, request.body.name))) throw notFound()
      return { success: true as const, certificate: await requireCertificate(code) }
    },
  )

  app.get(
    '/api/certificates/:code',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'Verify a certificate by its code',
        params: certificateParams,
        response: { 200: certificateReply },
      },
    },
    async (request) => ({
      success: true as const,
      certificate: await requireCertificate(request.params.code),
    }),
  )

  async function requireCertificate(code: string) {
    const certificate = await findCertificate(db, code)
    if (certificate === undefined) throw notFound()
    return certificate
  }
}

const notFound = () =>
  new DomainError({ kind: 'not-found', code: 'certificate_not_found', message: 'Certificate not found' })
