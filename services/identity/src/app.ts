import { availableParallelism } from 'node:os'
import cookie from '@fastify/cookie'
import { type App, createBackend, createTokenVerifier } from '@rehearse/service-kit'
import { ensureFirstSuperAdmin } from './admins/manage-admins.ts'
import { adminRoutes } from './admins/routes.ts'
import { endSessionsWithoutFactor, resealTotpSecrets } from './admins/second-factor.ts'
import { secondFactorRoutes } from './admins/second-factor-routes.ts'
import { adminSessionRoutes } from './admins/session-routes.ts'
import type { IdentityConfig } from './config.ts'
import { mailedSecrets } from './email/emailed-links.ts'
import { keepMailSent } from './email/mail-worker.ts'
import { emailRoutes } from './email/routes.ts'
import { announceKeySet } from './keys/publish-key-set.ts'
import { keyRoutes } from './keys/routes.ts'
import { createSeal } from './keys/seal.ts'
import { keepSigningKeys, SigningKeys } from './keys/signing-keys.ts'
import { createTokenIssuer } from './keys/token-issuer.ts'
import { learnerAdminRoutes } from './learners/admin-routes.ts'
import { learnerRoutes } from './learners/routes.ts'
import { attemptLimits } from './limits/attempt-limits.ts'
import { keyedHash } from './limits/familiar-device.ts'
import { installAttemptLimits, keepAttemptsSwept } from './limits/install-attempt-limits.ts'
import { tellOfBadges } from './notifications/badge-alerts.ts'
import { createPush, tellByPush } from './notifications/push.ts'
import { keepLearnersReminded } from './notifications/reminders.ts'
import { pushRoutes } from './notifications/routes.ts'
import { configuredProviders } from './oauth/configured-providers.ts'
import { handshakeSecrets } from './oauth/oauth-flow.ts'
import { oauthRoutes } from './oauth/routes.ts'
import { PasswordHasher } from './passwords/password-hasher.ts'
import { keepReceipts } from './privacy/erase-learner.ts'
import { privacyRoutes } from './privacy/routes.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { refreshSuccession } from './sessions/session.ts'
import { installSessionCheck, keepSessionsSwept } from './sessions/session-check.ts'
import type { Tables } from './tables.ts'
import { migrations } from './tables.ts'

/** Learners, admins, their sessions, and the keys by which every service knows them. */
export async function buildApp(config: IdentityConfig): Promise<App> {
  const keys = new SigningKeys(config.KEY_ENCRYPTION_SECRET, config.KEY_ENCRYPTION_SECRET_PREVIOUS)
  const maxKeyAge = config.SIGNING_KEY_DAYS * 24 * 60 * 60
  const backend = await createBackend<Tables>({
    name: 'identity',
    description: 'Learners, admins, their sessions, and the keys that tokens are signed with',
    config,
    migrations,
    keys: keys.keySet(),
  })
  const { app, database, nats, beforeServing } = backend
  const { db } = database
  const passwords = new PasswordHasher({
    cost: config.PASSWORD_COST,
    concurrency: availableParallelism(),
    maxWaiting: config.PASSWORD_QUEUE,
  })
  const tokens = createTokenIssuer(keys)
  const seal = createSeal(config.KEY_ENCRYPTION_SECRET, config.KEY_ENCRYPTION_SECRET_PREVIOUS)
  const secrets = mailedSecrets(config.KEY_ENCRYPTION_SECRET)
  const verifier = createTokenVerifier(keys.keySet().find)
  const successorOf = refreshSuccession(config.KEY_ENCRYPTION_SECRET)

  const limitHash = keyedHash(config.KEY_ENCRYPTION_SECRET)

  const push = createPush({ db, log: app.log }, config)

  await app.register(cookie)
  installSessionCheck(app, db)
  installAttemptLimits(app, { db, limits: attemptLimits(db, limitHash, config), hash: limitHash })
  keepAttemptsSwept(backend)
  keepSessionsSwept(backend)
  learnerRoutes(app, { db, passwords, tokens })
  sessionRoutes(app, { db, tokens, successorOf, verifier })
  const adminSessions = { db, passwords, tokens, seal, totpRequired: config.ADMIN_TOTP_REQUIRED }
  adminSessionRoutes(app, adminSessions)
  secondFactorRoutes(app, adminSessions)
  oauthRoutes(app, {
    db,
    passwords,
    tokens,
    secretsOf: handshakeSecrets(config.KEY_ENCRYPTION_SECRET),
    providers: configuredProviders(config),
    publicOrigin: config.PUBLIC_ORIGIN,
  })
  pushRoutes(app, { db, push })
  await emailRoutes(app, { db, passwords })
  privacyRoutes(app, { db, nats, passwords })
  keepReceipts(backend)
  keyRoutes(app, { db, keys })
  adminRoutes(app, { db, passwords, secrets, sendsMail: config.SMTP_URL !== undefined })
  learnerAdminRoutes(app, db)

  const publicOrigin = config.PUBLIC_ORIGIN ?? config.MAIL_ORIGIN
  keepMailSent(backend, { db, publicOrigin, secrets, hash: limitHash }, config)

  const tell = tellByPush({ db, push, log: app.log })
  keepLearnersReminded(backend, tell)
  tellOfBadges(backend, tell)

  const closing = new AbortController()
  app.addHook('preClose', async () => closing.abort())
  app.addHook('onClose', () => passwords.close())
  beforeServing('signing key', async () => {
    const renew = async () => {
      await keys.renew(db, maxKeyAge)
      if (config.KEY_ENCRYPTION_SECRET_PREVIOUS !== undefined) await resealTotpSecrets(db, seal)
    }
    await renew()
    const background = { log: app.log, signal: closing.signal }
    keys.onChange(announceKeySet({ nats, publicSet: () => keys.publicSet(), ...background }))
    void keepSigningKeys({ renew, ...background })
  })
  if (config.ADMIN_TOTP_REQUIRED) {
    beforeServing('second factors', async () => {
      const admins = await endSessionsWithoutFactor(db)
      if (admins > 0) app.log.info({ admins }, 'ended sessions of admins without the required second factor')
    })
  }
  beforeServing('first admin', () => ensureFirstSuperAdmin({ db, passwords, log: app.log }, config))
  return app
}
