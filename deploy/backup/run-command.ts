import { ConfigError } from '@rehearse/service-kit/config'

/** The arguments are invalid. */
export class UsageError extends Error {}

/** Runs a command for a terminal, and exits with its exit code. */
export async function runCommand(work: () => Promise<string>): Promise<void> {
  try {
    process.stdout.write(await work())
  } catch (error) {
    const isAsked = error instanceof UsageError || error instanceof ConfigError || isOfArguments(error)
    process.stderr.write(`${(error as Error).message}\n${isAsked ? '\n--help lists the options.\n' : ''}`)
    process.exitCode = isAsked ? 2 : 1
  }
}

const begun = performance.now()

/** Prints progress, besides the command's final output. */
export function say(what: string): void {
  process.stderr.write(`[${((performance.now() - begun) / 1000).toFixed(1)} s] ${what}\n`)
}

const isOfArguments = (error: unknown) =>
  String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS')

const where = `The installation, by the same variables as the services and their launchers; each may come
as a file (<name>_FILE):
  SECRETS_DIR               compose's folder of secrets (/secrets): addresses of the four databases
                            and the secret of the keys
  POSTGRES_URL, DATABASE_SECRET
                            the server and what all passwords are derived from, as the cluster's
                            job 'prepare' has them
  IDENTITY_DATABASE_OWNER_URL, QUESTIONS_…, PROGRESS_…, MEDIA_…
                            or each address by itself
  NATS_URL, NATS_REPLICAS   (nats://127.0.0.1:4222, 1)
  MEDIA_DIR                 the folder of audio files, or MEDIA_STORAGE=nats
  PERSONAL_DATA_SECRET      to restore: of the progress service
`

export const backupHelp = `npm run ops:backup -- --to <folder> [--keys <folder>] [--keep-days <n>] [--keys-only]

Writes everything that an installation holds, as it was at one moment, while it goes on: the four
databases, the audio files, and what was under way between the services. It becomes a folder of
its own in <folder>, named after its moment; one that ends in .unfinished was not completed, and
can be deleted. 'sha256sum -c SHA256SUMS' in it looks at every file.

  --to <folder>     of all backups
  --keys <folder>   of the key store (<folder>/keys): keys that open what is personal in the log, and
                    who was erased. One for all backups; better kept elsewhere than they are
  --keep-days <n>   throws away what lies in <folder> of older backups, once this one is complete
  --keys-only       only renews the key store: do it often, then an erasure soon reaches all backups

The secrets are not in it: keep SECRETS_DIR, or what you have in its place, elsewhere.

${where}`

export const restoreHelp = `npm run ops:restore -- <backup> [--keys <folder>] [--replace] [--no-verify]

Brings an installation back to the moment of a backup: into empty databases, an empty NATS and an
empty storage of audio, while no service runs. Learners who were erased since, as far as the key
store knows, are erased again. Then the whole log is replayed and compared with every figure.

  <backup>          a folder that ops:backup has made
  --keys <folder>   of the key store (the folder 'keys' beside the backup)
  --replace         deletes what is there already; its erasures are still applied
  --no-verify       doesn't replay the log; 'npm run progress:verify' does it later
  --check           only checks that the backup is complete; needs nothing but the files
  --recovered-to <time>
                    instead of a backup: PostgreSQL has brought the databases back to this moment by
                    its own means. NATS must still be there, and loses what was published later;
                    erasures of later, also those in the key store of --keys, are made again

${where}`
