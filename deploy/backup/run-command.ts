import { ConfigError } from '@rehearse/service-kit/config'

/** The arguments are invalid. */
export class UsageError extends Error {}

/** Runs a command for a terminal, and exits with its exit code. */
export async function runCommand(work: () => Promise<string>): Promise<void> {
  try {
    process.stdout.write(await work())
  } catch (error) {
    const isUsageError = error instanceof UsageError || error instanceof ConfigError || isOfArguments(error)
    process.stderr.write(
      `${(error as Error).message}\n${isUsageError ? '\n--help lists the options.\n' : ''}`,
    )
    process.exitCode = isUsageError ? 2 : 1
  }
}

const begun = performance.now()

/** Prints progress, besides the command's final output. */
export function say(what: string): void {
  process.stderr.write(`[${((performance.now() - begun) / 1000).toFixed(1)} s] ${what}\n`)
}

const isOfArguments = (error: unknown) =>
  String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS')

const where = `The installation is configured by the same variables as the services; each may come from a file
(<name>_FILE):
  SECRETS_DIR               compose's folder of secrets (/secrets): URLs of the four databases, and the
                            secret that opens learners' keys
  POSTGRES_URL, DATABASE_SECRET
                            or the server, and the secret from which all passwords are derived, as
                            in the cluster's job 'prepare'
  IDENTITY_DATABASE_OWNER_URL, QUESTIONS_…, PROGRESS_…, MEDIA_…
                            or the URL of each database
  NATS_URL, NATS_REPLICAS   (nats://127.0.0.1:4222, 1)
  MEDIA_DIR                 the folder of audio and images, or MEDIA_STORAGE=nats
  PERSONAL_DATA_SECRET      to restore: that of the progress service
`

export const backupHelp = `npm run ops:backup -- --to <folder> [--keys <folder>] [--keep-days <n>] [--keys-only]

Writes a consistent backup of a running installation: the four databases, audio and images, and the
messages in flight between services. It creates a subfolder of <folder> named after the time of the
backup; a name that ends in .unfinished marks an incomplete backup, which can be deleted. Run
'sha256sum -c SHA256SUMS' in the subfolder to verify every file.

  --to <folder>     the folder of all backups
  --keys <folder>   the folder of the key store (<folder>/keys): the keys that open learners' personal
                    data, and the list of erased learners. One store for all backups; store it
                    separately from them
  --keep-days <n>   after a successful backup, deletes backups in <folder> older than this
  --keys-only       only updates the key store: run it often, so that an erasure soon applies to all
                    backups

The secrets are not part of the backup: store SECRETS_DIR, or its equivalent, elsewhere.

${where}`

export const restoreHelp = `npm run ops:restore -- <backup> [--keys <folder>] [--replace] [--no-verify]

Restores a backup into empty databases, an empty NATS and an empty media storage, while no service
runs. Learners who were erased since the backup, according to the key store, are erased again. Then
the whole log is replayed and compared with every read model.

  <backup>          a folder created by ops:backup
  --keys <folder>   the folder of the key store (the folder 'keys' next to the backup)
  --replace         deletes existing data; its erasures are still applied
  --no-verify       doesn't replay the log; 'npm run ops -- verify' can do it later
  --check           only checks that the backup is complete; needs nothing but the files
  --recovered-to <time>
                    instead of a backup: continues after PostgreSQL has recovered the databases to
                    this time (point-in-time recovery). NATS must still exist, and loses what was
                    published later; later erasures, including those in the key store of --keys, are
                    applied again

${where}`
