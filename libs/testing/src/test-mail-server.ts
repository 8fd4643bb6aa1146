import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  /** The envelope's recipients, whatever its header says. */
  recipients: string[]
  /** Whether the connection was encrypted. */
  secure: boolean
  email: Email
}

/** A mail server that stores mail, and can be down, slow, or reject. */
export interface TestMailServer {
  /** `smtp://127.0.0.1:…`; it stays the same after downtime. */
  url: string
  received: readonly ReceivedMail[]
  /** The mail for this address, oldest first. */
  mailTo(address: string): ReceivedMail[]
  /** Addresses that it rejects permanently. */
  refused: Set<string>
  /** The password of the user `rehearse`; null to accept any sender. */
  password: string | null
  /** Called before the server accepts a mail: may wait, or throw to reject it. */
  onMail: (mail: ReceivedMail) => Promise<void> | void
  goAway(): Promise<void>
  comeBack(): Promise<void>
}

/** @param options `startTls`: offers encryption, with a self-signed certificate */
export async function testMailServer(options: { startTls?: boolean } = {}): Promise<TestMailServer> {
  const received: ReceivedMail[] = []
  const listen = async (port: number): Promise<SMTPServer> => {
    const server = new SMTPServer({
      authOptional: true,
      disableReverseLookup: true,
      disabledCommands: options.startTls ? [] : ['STARTTLS'],
      onAuth: ({ username, password }, _session, done) =>
        username === 'rehearse' && password === mailServer.password
          ? done(null, { user: username })
          : done(smtpError(535, 'who is that?')),
      closeTimeout: 100,
      onRcptTo: ({ address }, { user }, done) => {
        if (mailServer.password !== null && !user) return done(smtpError(530, 'sign in first'))
        done(mailServer.refused.has(address) ? smtpError(550, `no such user: ${address}`) : null)
      },
      onData: (stream, session, done) => {
        const take = async () => {
          const mail: ReceivedMail = {
            recipients: session.envelope.rcptTo.map(({ address }) => address),
            secure: session.secure,
            email: await PostalMime.parse(await buffer(stream)),
          }
          await mailServer.onMail(mail)
          received.push(mail)
        }
        take().then(
          () => done(),
          (error: Error) => done(error),
        )
      },
    })
    // Clients that disconnect are fine.
    server.on('error', () => {})
    server.listen(port, '127.0.0.1')
    await once(server.server, 'listening')
    return server
  }

  let running: SMTPServer | null = await listen(0)
  const { port } = running.server.address() as AddressInfo
  const mailServer: TestMailServer = {
    url: `smtp://127.0.0.1:${port}`,
    received,
    mailTo: (address) => received.filter(({ recipients }) => recipients.includes(address)),
    refused: new Set(),
    password: null,
    onMail: () => {},
    goAway: () =>
      new Promise((resolve) => {
        const leaving = running
        running = null
        if (leaving === null) resolve()
        else leaving.close(() => resolve())
      }),
    comeBack: async () => {
      running ??= await listen(port)
    },
  }
  return mailServer
}

/** An error with an SMTP response code. */
export const smtpError = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode })
