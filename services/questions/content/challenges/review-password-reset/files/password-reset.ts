import type { Request, Response } from './express'
import { mailer, users } from './services'
import { hashPassword } from './passwords'

const HOUR = 60 * 60 * 1000

export async function requestReset(request: Request, response: Response) {
  const { email } = request.body as { email: string }
  const user = await users.findByEmail(email.trim().toLowerCase())
  if (!user) {
    response.status(404).json({ message: 'There is no account with this email address.' })
    return
  }
  const token = Math.random().toString(36).slice(2)
  await users.saveResetToken(user.id, { token, expires: Date.now() + HOUR })
  const link = `https://shop.example/reset?token=${token}`
  console.info(`Password reset for user ${user.id}: ${link}`)
  await mailer.send(user.email, 'Reset your password', link)
  response.status(202).json({ message: 'We sent you an email.' })
}

export async function resetPassword(request: Request, response: Response) {
  const { token, password } = request.body
  if (typeof token !== 'string' || typeof password !== 'string' || password.length < 12) {
    response.status(400).json({ message: 'The password needs at least 12 characters.' })
    return
  }
  const reset = await users.findReset(token)
  if (!reset || reset.expires > Date.now()) {
    response.status(400).json({ message: 'This link is no longer valid.' })
    return
  }
  users.setPassword(reset.userId, await hashPassword(password))
  await users.deleteResetToken(token)
  response.status(204).end()
}
