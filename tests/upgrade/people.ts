import { createECDH, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { boss } from '../backup/place.ts'
import { type Ask, asking, cookiesOf, request } from './api.ts'

/** A learner or an admin of the filled platform, with a session that began there. */
export interface Person {
  kind: 'learner' | 'admin'
  name: string
  email: string
  password: string
  id: string
  token: string
  /** Cookies of the session; a learner's refresh token among them. */
  cookies: string
  timeZone: string
  /** Of an admin's second factor. */
  totpSecret?: string
  recoveryCodes?: string[]
  /** Whether signing in works: not for disabled, deactivated and deleted accounts. */
  canSignIn: boolean
}

/** Passwords that a change of their preparation could lock out. */
const passwords = {
  plain: 'learning by doing',
  composed: 'Crème brûlée à volonté'.normalize('NFC'),
  decomposed: 'Crème brûlée à volonté'.normalize('NFD'),
  spaces: '  two  spaces, inside and around  ',
  'other-spaces': 'no-break\u00a0and\u2003em\u3000wide',
  wide: 'ｆｕｌｌｗｉｄｔｈ １２３',
  arabic: 'كَلِمَةُ السِّرّ',
  emoji: '🔑👩‍💻🔑👩‍💻',
  ligatures: 'ﬁﬂ½x²ſ',
  longest: 'x'.repeat(72),
} as const

const hour = 3_600_000
const zones = [
  'Pacific/Honolulu',
  'America/Los_Angeles',
  'America/Sao_Paulo',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Asia/Tokyo',
  'Pacific/Auckland',
]

/** The time zones in which today doesn't end during the test; UTC among them after `untilTodayIsYoung`. */
const zonesOfToday = zones.filter((timeZone) => {
  const local = Number(
    new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(),
  )
  return local < 22
})

/** @returns once today, in UTC, lasts at least half an hour: until then a day could end between two readings */
export async function untilTodayLasts(): Promise<void> {
  const left = 24 * hour - (Date.now() % (24 * hour))
  if (left < hour / 2) await new Promise((resolve) => setTimeout(resolve, left + 1_000))
}

interface Credentials {
  name: string
  email: string
  password: string
}

async function signUp(url: string, timeZone: string, given: Credentials): Promise<Person> {
  const { name, email, password } = given
  const reply = await request(`${url}/api/auth/register`, {
    body: { name, email, password, confirmPassword: password },
  })
  const text = reply.bytes.toString('utf8')
  if (reply.status !== 201) throw new Error(`signing up returned ${reply.status}: ${text}`)
  const { user, token } = JSON.parse(text) as { user: { uid: string }; token: string }
  const session = { token, cookies: cookiesOf(reply), id: user.uid }
  return { kind: 'learner', ...given, ...session, timeZone, canSignIn: true }
}

/** Signs in like a client. @returns the status, and the session, which is empty if there is none */
export async function signIn(
  url: string,
  person: Person,
  { password = person.password, device = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' } = {},
): Promise<{ status: number; token: string; id: string; cookies: string }> {
  const { kind, email, totpSecret } = person
  const reply = await request(`${url}${kind === 'admin' ? '/api/admin/auth' : '/api/auth/login'}`, {
    body: { email, password, ...(totpSecret && { code: codeOf(totpSecret) }) },
    headers: { 'user-agent': device },
  })
  const body = JSON.parse(reply.bytes.toString('utf8')) as {
    token?: string
    user?: { uid: string }
    admin?: { token: string; id: string }
  }
  const session = body.admin ?? { token: body.token ?? '', id: body.user?.uid ?? '' }
  const { token, id } = session
  return { status: reply.status, cookies: cookiesOf(reply), token, id }
}

const codeOf = (secret: string): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate()

/** A refresh of a learner's session by its cookie. @returns the status and the new access token */
export async function refresh(url: string, { cookies }: Person): Promise<{ status: number; token?: string }> {
  const { status, bytes } = await request(`${url}/api/auth/refresh`, {
    method: 'POST',
    headers: { cookie: cookies },
  })
  return { status, ...(JSON.parse(bytes.toString('utf8')) as { token?: string }) }
}

export async function superAdmin(url: string): Promise<Person> {
  const person: Person = {
    kind: 'admin',
    name: 'First super admin',
    ...boss,
    id: '',
    token: '',
    cookies: '',
    timeZone: 'UTC',
    canSignIn: true,
  }
  return { ...person, ...(await signIn(url, person)) }
}

/** Learners, one for each password, in several time zones; more of them for statistics. */
export async function fillLearners(url: string, crowd: number): Promise<Person[]> {
  const learners: Person[] = []
  for (const [n, [name, password]] of Object.entries(passwords).entries()) {
    const timeZone = n === 0 ? 'UTC' : (zonesOfToday[n % zonesOfToday.length] as string)
    const email = `${name}@learners.test`
    learners.push(await signUp(url, timeZone, { name: `Learner ${name} “Ünïcode”`, email, password }))
  }
  for (let n = 0; n < crowd; n += 1) {
    const given = { name: `Crowd ${n}`, email: `crowd-${n}@learners.test`, password: passwords.plain }
    learners.push(await signUp(url, 'UTC', given))
  }
  return learners
}

/** Profiles, preferences and devices. */
export async function fillProfiles(url: string, learners: readonly Person[]): Promise<void> {
  for (const [n, learner] of learners.entries()) {
    const ask = asking(url, learner.token)
    const { timeZone: timezone } = learner
    await ask('/api/users/me', { method: 'PATCH', body: { displayName: learner.name, timezone } })
    await ask('/api/users/me/preferences', {
      method: 'PUT',
      body: {
        theme: ['system', 'light', 'dark'][n % 3],
        notifications: {
          email: n % 2 === 0,
          push: true,
          learningReminders: false,
          achievementAlerts: n % 3 === 0,
        },
        emailUpdates: n % 2 === 1,
        language: ['en', 'fr', 'en', 'ar'][n % 4],
        timezone,
        learningMode: 'guided',
        dailyGoal: 5 + n,
        targetAccuracy: 80,
        studyHours: { start: '18:30', end: '06:15' },
        difficultyPreference: 'hard',
        sections: ['HTML/CSS', 'HTML & CSS'],
        focusAreas: ['لغات الويب', 'C++'],
        learningPath: 'javascript-deep-dive',
      },
    })
    // Without alerts: nothing is pushed to it.
    if (n === 1) await ask('/api/users/me/push-subscriptions', { body: pushSubscription() })
    const phone = await signIn(url, learner, { device: 'Mozilla/5.0 (iPhone) Safari/604.1' })
    const tablet = await signIn(url, learner, { device: `Tablet ${n}` })
    const devices = asking(url, tablet.token)
    if (n % 2 === 0) await devices('/api/auth/logout', { method: 'POST' })
    if (phone.status !== 200) throw new Error(`${learner.name} can't sign in`)
  }
}

const pushKeys = () => {
  const pair = createECDH('prime256v1')
  return { publicKey: pair.generateKeys('base64url'), privateKey: pair.getPrivateKey('base64url') }
}

function pushSubscription() {
  const keys = { p256dh: pushKeys().publicKey, auth: randomBytes(16).toString('base64url') }
  return { endpoint: `${pushService}/send/first`, keys }
}

const pushService = 'https://push.example.org'
const { publicKey, privateKey } = pushKeys()
/** Identity's settings with which learners can subscribe to messages. */
export const pushSettings = {
  VAPID_PUBLIC_KEY: publicKey,
  VAPID_PRIVATE_KEY: privateKey,
  VAPID_SUBJECT: 'mailto:push@rehearse.test',
  PUSH_SERVICES: pushService,
}

/** Admins of every role, one for each password; one with a second factor, one deactivated. */
export async function fillAdmins(url: string, boss: Ask): Promise<Person[]> {
  const roles = ['author', 'reviewer', 'admin', 'super_admin']
  const admins: Person[] = []
  for (const [n, [name, password]] of Object.entries(passwords).entries()) {
    const given = { name: `Admin ${name}`, email: `${name}@admins.test`, password }
    const role = roles[n % roles.length]
    await boss('/api/admin/admins', { body: { ...given, role } })
    const person: Person = {
      kind: 'admin',
      ...given,
      id: '',
      token: '',
      cookies: '',
      timeZone: 'UTC',
      canSignIn: true,
    }
    admins.push({ ...person, ...(await signIn(url, person)) })
  }
  const last = admins.at(-1) as Person
  await boss(`/api/admin/admins/${last.id}`, { method: 'PATCH', body: { isActive: false } })
  last.canSignIn = false
  const guarded = admins.at(-3) as Person
  const ask = asking(url, guarded.token)
  const { secret } = await ask<{ secret: string }>('/api/admin/auth/totp', {
    body: { password: guarded.password },
  })
  const { recoveryCodes } = await ask<{ recoveryCodes: string[] }>('/api/admin/auth/totp/confirm', {
    body: { code: codeOf(secret) },
  })
  Object.assign(guarded, { totpSecret: secret, recoveryCodes })
  return admins
}
