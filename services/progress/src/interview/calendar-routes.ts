import { hash } from 'node:crypto'
import { DomainError, getCalendar } from '@rehearse/contracts'
import { type App, type Database, hasETag, serve } from '@rehearse/service-kit'
import { preferredLanguage } from '../accounts/repository.ts'
import type { ProgressTables } from '../tables.ts'
import { toCalendar } from './calendar.rules.ts'
import { countItems, readPlan } from './interview-view.ts'
import { findLearnerOfToken } from './queries.ts'

const form = /^([A-Za-z0-9_-]{43})\.ics$/

/** The private calendar feed, for calendar apps, which can't sign in: its URL is the secret. */
export function calendarRoutes(app: App, { db }: Database<ProgressTables>): void {
  serve(app, getCalendar, async (request, reply) => {
    const token = form.exec(request.params.file)?.[1]
    const learnerId = token === undefined ? undefined : await findLearnerOfToken(db, token)
    const found = learnerId === undefined ? null : await readPlan(db, learnerId, { now: new Date() })
    if (token === undefined || found === null) throw calendarNotFound()
    const { set, plan, today } = found
    const text = toCalendar({
      language: await preferredLanguage(db, set.learner_id),
      id: hash('sha256', set.learner_id).slice(0, 16),
      // The plan of a day gets the same time, so that an unchanged document keeps its ETag.
      at: new Date(Math.max(set.set_at.getTime(), Date.parse(today))),
      date: set.date,
      days: plan.days.map(({ items, ...day }) => ({ ...day, ...countItems(items) })),
    })
    const etag = `"${hash('sha256', text, 'base64url').slice(0, 27)}"`
    const headers = { etag, 'cache-control': 'private, no-cache', 'referrer-policy': 'no-referrer' }
    if (hasETag(request.headers['if-none-match'], etag)) return reply.code(304).headers(headers).send()
    return reply.headers({ ...headers, 'content-type': 'text/calendar; charset=utf-8' }).send(text)
  })
}

const calendarNotFound = () =>
  new DomainError({ kind: 'not-found', code: 'calendar_not_found', message: 'Calendar not found' })
