import { databaseConfig, serviceConfig } from '@rehearse/service-kit'
import { z } from 'zod'

/** For development only. It is public, so production rejects it. */
export const developmentSecret = 'rehearse-personal-data-secret-not-for-production'

const secret = z.string().min(32, 'must have at least 32 characters')

// Checked even if another field is invalid, so that all errors are reported at once.
const always = { when: () => true }

export const config = z
  .object({
    ...serviceConfig.shape,
    ...databaseConfig.shape,
    PERSONAL_DATA_SECRET: secret
      .optional()
      .describe(
        'wraps the keys that encrypt personal data in events; the same in every replica, kept as long as the log, 32 characters or more; required in production',
      ),
    PERSONAL_DATA_SECRET_PREVIOUS: secret
      .optional()
      .describe(
        'the previous secret, until `npm run ops -- rewrap` has wrapped all keys again: see [exchange secrets](operations.md#exchange-secrets)',
      ),
  })
  .refine((values) => values.NODE_ENV !== 'production' || values.PERSONAL_DATA_SECRET !== undefined, {
    ...always,
    path: ['PERSONAL_DATA_SECRET'],
    error: 'must be set in production',
  })
  .refine((values) => values.NODE_ENV !== 'production' || values.PERSONAL_DATA_SECRET !== developmentSecret, {
    ...always,
    path: ['PERSONAL_DATA_SECRET'],
    error: 'must not be the development default in production',
  })
  .transform((values) => ({
    ...values,
    PERSONAL_DATA_SECRET: values.PERSONAL_DATA_SECRET ?? developmentSecret,
  }))

export type Config = z.infer<typeof config>

/** The secrets that the log encrypts and decrypts with. */
export const vaultSecrets = (settings: Config) => ({
  secret: settings.PERSONAL_DATA_SECRET,
  previous: settings.PERSONAL_DATA_SECRET_PREVIOUS,
})
