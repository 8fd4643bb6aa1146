import { readFileSync } from 'node:fs'
import { stringify } from 'yaml'
import { natsRoutesSecret, natsSecretsFor, type SecretManifest, secretsFor } from './make-secrets.ts'

/*
 * Prints secrets as YAML:
 *
 *   npm run -s ops -- kubernetes-secrets                all secrets of a new installation
 *   npm run -s ops -- kubernetes-secrets nats           those of NATS, for an installation from before it required any
 *   npm run -s ops -- kubernetes-secrets nats-exchange  new users of NATS; needs `users.json` on standard input
 */
const kinds: Readonly<Record<string, () => SecretManifest[]>> = {
  all: () => secretsFor(),
  nats: () => [...natsSecretsFor(), natsRoutesSecret()],
  'nats-exchange': () => natsSecretsFor(JSON.parse(readFileSync(0, 'utf8'))),
}

const [kind = 'all'] = process.argv.slice(2)
const make = kinds[kind]
if (make === undefined) {
  process.stderr.write(`Usage: npm run -s ops -- kubernetes-secrets [${Object.keys(kinds).join(' | ')}]\n`)
  process.exit(2)
}
process.stdout.write(
  make()
    .map((secret) => stringify(secret))
    .join('---\n'),
)
