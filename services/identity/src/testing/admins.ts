import type { Admin } from '@rehearse/contracts'
import type { App } from '@rehearse/service-kit'
import { call, newEmail } from './client.ts'
import { superAdminEmail, superAdminPassword } from './start-identity.ts'

export interface TestAdmin {
  id: string
  email: string
  password: string
  token: string
}

export async function signInAdmin(
  app: App,
  email = superAdminEmail,
  password = superAdminPassword,
): Promise<TestAdmin> {
  const { body, status } = await call(app, '/api/admin/auth', { body: { email, password } })
  if (!body.admin) throw new Error(`could not sign in: ${status}`)
  return { id: String(body.admin.id), email, password, token: String(body.admin.token) }
}

/** A new admin for this test, signed in. */
export async function newAdmin(
  app: App,
  superAdmin: TestAdmin,
  role: Admin['role'] = 'admin',
): Promise<TestAdmin> {
  const [email, password] = [newEmail(), 'secret-admin']
  const body = { email, password, name: 'Ann Admin', role }
  const reply = await call(app, '/api/admin/admins', { body, bearer: superAdmin.token })
  if (reply.status !== 201) throw new Error(`could not make an admin: ${reply.status}`)
  return signInAdmin(app, email, password)
}
