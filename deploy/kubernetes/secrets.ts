import { stringify } from 'yaml'
import { secretsFor } from './src/make-secrets.ts'

// The secrets of a new installation, as YAML: `npm run -s kubernetes:secrets | kubectl create -f -`.
process.stdout.write(
  secretsFor()
    .map((secret) => stringify(secret))
    .join('---\n'),
)
