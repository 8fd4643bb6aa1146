import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ReceivedMail, type TestMailServer, testMailServer } from '@rehearse/testing'
import { inject, vi } from 'vitest'

/** A mail server that stores mail in a folder, since tests run in other processes. */
export async function collectMail(folder: string): Promise<TestMailServer> {
  await mkdir(folder, { recursive: true })
  const server = await testMailServer()
  let count = 0
  server.onMail = async (mail) => {
    count += 1
    const path = join(folder, `${String(count).padStart(6, '0')}.json`)
    await writeFile(`${path}.part`, JSON.stringify(mail))
    // Renamed when complete, so that no partial mail is read.
    await rename(`${path}.part`, path)
  }
  return server
}

/** By file name: a run has hundreds of emails, and each is read once. */
const mails = new Map<string, ReceivedMail>()

/** Waits for the newest email to an address with this subject. */
export function mailTo(address: string, subject: string | RegExp): Promise<ReceivedMail['email']> {
  const { mailFolder } = inject('platform')
  const fits = (found = '') => (typeof subject === 'string' ? found === subject : subject.test(found))
  return vi.waitUntil(
    async () => {
      const names = (await readdir(mailFolder)).filter((name) => name.endsWith('.json')).sort()
      for (const name of names.filter((name) => !mails.has(name)))
        mails.set(name, JSON.parse(await readFile(join(mailFolder, name), 'utf8')))
      const mail = names.findLast((name) => {
        const { recipients, email } = mails.get(name) as ReceivedMail
        return recipients.includes(address) && fits(email.subject)
      })
      return mail && mails.get(mail)?.email
    },
    { interval: 200 },
  )
}

/** The first URL in an email's text. */
export function linkIn(mail: ReceivedMail['email']): string {
  const [link] = /https?:\/\/\S+/.exec(mail.text ?? '') ?? []
  if (link === undefined) throw new Error(`no link found in "${mail.subject}"`)
  return link
}
