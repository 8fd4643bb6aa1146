import { join } from 'node:path'

/** Folders of migrations, in the order in which they are run. */
export const migrations: readonly string[] = [join(import.meta.dirname, 'migrations')]
