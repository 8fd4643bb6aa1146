import type { Certificate } from '@rehearse/contracts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { ProgressTables } from '../tables.ts'

type Db = Kysely<ProgressTables>

/** A learner's certificates, newest first. */
export const readCertificates = (db: Db, learnerId: string): Promise<Certificate[]> =>
  select(db, sql`certificate.learner_id = ${learnerId}`)

export const findCertificateOfPath = (
  db: Db,
  learnerId: string,
  pathId: string,
): Promise<Certificate | undefined> =>
  select(db, sql`certificate.learner_id = ${learnerId} and certificate.path_id = ${pathId}`).then(
    ([first]) => first,
  )

/** For anybody who knows the code. */
export const findCertificate = (db: Db, code: string): Promise<Certificate | undefined> =>
  select(db, sql`code = ${code}`).then(([first]) => first)

/**
 * Names, or with null no longer names, a learner on one of their certificates.
 * @returns whether it is theirs
 */
export async function nameOnCertificate(
  db: Db,
  learnerId: string,
  code: string,
  name: string | null,
): Promise<boolean> {
  const own = sql`select learner_id, path_id from learner_certificate
    where code = ${code} and learner_id = ${learnerId}`
  const { rows } = await sql`${own}`.execute(db)
  if (rows.length === 0) return false
  if (name === null) {
    await sql`delete from learner_certificate_name where (learner_id, path_id) in (${own})`.execute(db)
  } else {
    await sql`
      insert into learner_certificate_name (learner_id, path_id, name)
      select own.*, ${name} from (${own}) as own
      on conflict (learner_id, path_id) do update set name = excluded.name`.execute(db)
  }
  return true
}

async function select(db: Db, condition: RawBuilder<unknown>): Promise<Certificate[]> {
  const { rows } = await sql<Omit<Certificate, 'issuedAt'> & { issuedAt: Date }>`
    select code, certificate.path_id as "pathId",
      coalesce(path.document ->> 'name', certificate.path_id) as "pathName",
      named.name, issued_at as "issuedAt"
    from learner_certificate as certificate
    left join learner_certificate_name as named
      on named.learner_id = certificate.learner_id and named.path_id = certificate.path_id
    left join definition as path on path.kind = 'learning-path' and path.id = certificate.path_id
    where ${condition}
    order by issued_at desc, code`.execute(db)
  return rows.map((row) => ({ ...row, issuedAt: row.issuedAt.toISOString() }))
}
