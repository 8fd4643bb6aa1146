import { availableParallelism } from 'node:os'
import cookie from '@fastify/cookie'
import { type App, createBackend, createTokenVerifier } from '@rehearse/service-kit'
import { mailedSecrets } from './account-tokens/mailed-secrets.ts'
import { ensureFirstSuperAdmin } from './admins/first-super-admin.ts'
import type { IdentityConfig } from './config.ts'
import { migrations } from './db/migrations.ts'
import type { Tables } from './db/tables.ts'
import { adminAccountRoutes } from './http/admin-account-routes.ts'
import { adminRoutes } from './http/admin-routes.ts'
import { adminSessionRoutes } from './http/admin-session-routes.ts'
import { deviceRoutes } from './http/device-routes.ts'
import { emailRoutes } from './http/email-routes.ts'
import { keySetRoute } from './http/key-set-route.ts'
import { learnerAdminRoutes } from './http/learner-admin-routes.ts'
import { learnerRoutes } from './http/learner-routes.ts'
import { oauthRoutes } from './http/oauth-routes.ts'
import { passwordRoutes } from './http/password-routes.ts'
import { privacyAdminRoutes } from './http/privacy-admin-routes.ts'
import { privacyRoutes } from './http/privacy-routes.ts'
import { profileRoutes } from './http/profile-routes.ts'
import { pushRoutes } from './http/push-routes.ts'
import { installSessionCheck } from './http/session-check.ts'
import { sessionRoutes } from './http/session-routes.ts'
import { signingKeyRoutes } from './http/signing-key-routes.ts'
import { unsubscribeRoutes } from './http/unsubscribe-routes.ts'
import { announceKeySet } from './keys/announce-key-set.ts'
import { keepSigningKeys } from './keys/keep-signing-keys.ts'
import { createSeal } from './keys/seal.ts'
import { SigningKeys } from './keys/signing-keys.ts'
import { createTokenIssuer } from './keys/token-issuer.ts'
import { attemptLimits } from './limits/attempt-limits.ts'
import { installAttemptLimits } from './limits/install-attempt-limits.ts'
import { keepAttemptsSwept } from './limits/keep-attempts-swept.ts'
import { keyedHash } from './limits/keyed-hash.ts'
import { keepMailSent } from './mail/keep-mail-sent.ts'
import { tellByPush } from './mail/tell-by-push.ts'
import { configuredProviders } from './oauth/configured-providers.ts'
import { handshakeSecrets } from './oauth/handshake-secrets.ts'
import { PasswordHasher } from './passwords/password-hasher.ts'
import { keepReceipts } from './privacy/keep-receipts.ts'
import { createPush } from './push/push.ts'
import { keepLearnersReminded } from './reminders/keep-learners-reminded.ts'
import { tellOfBadges } from './reminders/tell-of-badges.ts'
import { endSessionsWithoutFactor, resealTotpSecrets } from './second-factor/second-factor.ts'
import { keepSessionsSwept } from './sessions/keep-sessions-swept.ts'
import { refreshSuccession } from './sessions/refresh-token.ts'

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
  adminAccountRoutes(app, { ...adminSessions, secrets, sendsMail: config.SMTP_URL !== undefined })
  oauthRoutes(app, {
    db,
    passwords,
    tokens,
    secretsOf: handshakeSecrets(config.KEY_ENCRYPTION_SECRET),
    providers: configuredProviders(config),
    publicOrigin: config.PUBLIC_ORIGIN,
  })
  profileRoutes(app, { db })
  pushRoutes(app, { db, push })
  passwordRoutes(app, { db, passwords })
  emailRoutes(app, { db, passwords })
  await unsubscribeRoutes(app, { db })
  privacyRoutes(app, { db, nats, passwords })
  privacyAdminRoutes(app, { db, nats })
  keepReceipts(backend)
  keySetRoute(app, keys)
  signingKeyRoutes(app, { db, keys })
  deviceRoutes(app, db)
  adminRoutes(app, { db, passwords })
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
