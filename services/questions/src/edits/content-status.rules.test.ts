import { type AdminRole, type ContentStatus, contentStatus, DomainError } from '@rehearse/contracts'
import { describe, expect, test } from 'vitest'
import {
  changeStatus,
  newEditorial,
  onSchedule,
  requireEditable,
  type StatusChange,
} from './content-status.rules.ts'

const at = new Date('2026-11-23T22:30:00Z')
const later = '2026-11-24T08:00:00.000Z'
const owner = 'author_1'

/** Someone's part in the question. */
const parties = {
  'its author': { id: owner, role: 'author' },
  'another author': { id: 'author_2', role: 'author' },
  'a reviewer': { id: 'reviewer_1', role: 'reviewer' },
  'the reviewer who wrote it': { id: owner, role: 'reviewer' },
  'an admin': { id: 'admin_1', role: 'admin' },
  'a super admin': { id: 'admin_2', role: 'super_admin' },
} as const satisfies Record<string, { id: string; role: AdminRole }>
type Party = keyof typeof parties

const state = (status: ContentStatus) => ({
  ...newEditorial(status),
  ...(status === 'scheduled' && { publishAt: later }),
})

/** A complete change to that status, whose details can't be the reason for an error. */
const change = (status: ContentStatus): StatusChange => ({
  status,
  comment: 'because',
  ...(status === 'scheduled' && { publishAt: later }),
})

const codeOf = (work: () => unknown): string => {
  try {
    work()
    return 'allowed'
  } catch (error) {
    if (error instanceof DomainError) return error.code
    throw error
  }
}

/** Every step that each may take; `admin` stands for both kinds. */
const expected: Record<Exclude<Party, 'a super admin'>, string[]> = {
  'its author': ['draft → in-review', 'in-review → in-review', 'in-review → draft'],
  'another author': [],
  'a reviewer': [
    'in-review → in-review',
    'in-review → draft',
    'in-review → scheduled',
    'in-review → approved',
    'scheduled → scheduled',
  ],
  'the reviewer who wrote it': ['draft → in-review', 'in-review → in-review', 'in-review → draft'],
  'an admin': [
    'draft → in-review',
    'draft → scheduled',
    'draft → approved',
    'draft → archived',
    'in-review → in-review',
    'in-review → draft',
    'in-review → scheduled',
    'in-review → approved',
    'in-review → archived',
    'scheduled → scheduled',
    'scheduled → draft',
    'scheduled → approved',
    'scheduled → archived',
    'approved → approved',
    'approved → draft',
    'approved → archived',
    'archived → draft',
  ],
}

const everyStep = contentStatus.options.flatMap((from) =>
  contentStatus.options.map((to) => [from, to] as const),
)

test.each(Object.keys(parties) as Party[])('the steps that %s may take', (party) => {
  const editor = parties[party]
  const allowed = everyStep.filter(
    ([from, to]) => codeOf(() => changeStatus(state(from), change(to), { editor, owner, at })) === 'allowed',
  )
  const wanted = expected[party === 'a super admin' ? 'an admin' : party]
  expect(allowed.map(([from, to]) => `${from} → ${to}`).sort()).toEqual([...wanted].sort())
})

test('a step that does not exist is a conflict for everyone; one of others is forbidden', () => {
  const tried = (from: ContentStatus, to: ContentStatus, party: Party) =>
    codeOf(() => changeStatus(state(from), change(to), { editor: parties[party], owner, at }))
  expect(tried('archived', 'approved', 'an admin')).toBe('status_conflict')
  expect(tried('approved', 'in-review', 'its author')).toBe('status_conflict')
  expect(tried('draft', 'approved', 'its author')).toBe('status_forbidden')
  expect(tried('in-review', 'approved', 'the reviewer who wrote it')).toBe('status_forbidden')
  expect(tried('draft', 'in-review', 'another author')).toBe('status_forbidden')
})

describe('a change', () => {
  const by = (party: Party) => ({ editor: parties[party], owner, at })

  test('records who, when and the comment', () => {
    const submitted = changeStatus(
      newEditorial('draft'),
      { status: 'in-review', reviewer: 'reviewer_1' },
      by('its author'),
    )
    expect(submitted).toEqual({
      ...newEditorial('in-review'),
      changedBy: owner,
      changedAt: at.toISOString(),
      reviewer: 'reviewer_1',
    })
    const returned = changeStatus(
      submitted,
      { status: 'draft', comment: '  Which engine? ' },
      by('a reviewer'),
    )
    expect(returned).toMatchObject({ status: 'draft', changedBy: 'reviewer_1', comment: 'Which engine?' })
    expect(changeStatus(returned, { status: 'in-review' }, by('its author')).comment).toBeNull()
  })

  test('repeated by any editor has no effect', () => {
    const approved = newEditorial('approved')
    expect(changeStatus(approved, { status: 'approved' }, by('a reviewer'))).toBe(approved)
  })

  test('to another reviewer leaves the status, and who changed it last', () => {
    const submitted = changeStatus(newEditorial('draft'), { status: 'in-review' }, by('its author'))
    const assigned = changeStatus(submitted, { status: 'in-review', reviewer: 'reviewer_1' }, by('an admin'))
    expect(assigned).toEqual({ ...submitted, reviewer: 'reviewer_1' })
    expect(changeStatus(assigned, { status: 'in-review', reviewer: null }, by('an admin'))).toEqual(submitted)
  })

  test('returning needs a comment, unless an admin does it; withdrawing does not', () => {
    const back = (party: Party) =>
      codeOf(() => changeStatus(newEditorial('in-review'), { status: 'draft', comment: ' ' }, by(party)))
    expect(back('a reviewer')).toBe('invalid_status')
    expect(back('an admin')).toBe('allowed')
    expect(back('its author')).toBe('allowed')
  })

  test('needs times in order: a publication in the future, an expiry after it', () => {
    const scheduled = (times: Partial<StatusChange>) =>
      codeOf(() =>
        changeStatus(newEditorial('in-review'), { status: 'scheduled', ...times }, by('a reviewer')),
      )
    expect(scheduled({})).toBe('invalid_status')
    expect(scheduled({ publishAt: at.toISOString() })).toBe('invalid_status')
    expect(scheduled({ publishAt: later })).toBe('allowed')
    expect(scheduled({ publishAt: later, expiresAt: later })).toBe('invalid_status')
    expect(scheduled({ publishAt: later, expiresAt: '2026-11-25T00:00:00+01:00' })).toBe('allowed')
    const past = { status: 'approved', expiresAt: at.toISOString() } as const
    expect(codeOf(() => changeStatus(newEditorial('in-review'), past, by('a reviewer')))).toBe(
      'invalid_status',
    )
  })

  test('that makes it public needs an expiry that is still to come, also one that was set before', () => {
    const withExpiry = (status: ContentStatus, expiresAt: string) => ({ ...state(status), expiresAt })
    const tried = (from: ReturnType<typeof withExpiry>, asked: StatusChange) =>
      codeOf(() => changeStatus(from, asked, by('an admin')))
    expect(tried(withExpiry('draft', at.toISOString()), { status: 'approved' })).toBe('invalid_status')
    expect(tried(withExpiry('draft', later), { status: 'approved' })).toBe('allowed')
    expect(tried(withExpiry('in-review', later), { status: 'scheduled', publishAt: later })).toBe(
      'invalid_status',
    )
    const scheduled = withExpiry('scheduled', '2026-11-25T08:00:00.000Z')
    const move = (publishAt: string) => tried(scheduled, { status: 'scheduled', publishAt })
    expect(move('2026-11-25T08:00:00Z')).toBe('invalid_status')
    expect(move('2026-11-25T07:59:00Z')).toBe('allowed')
    // Nothing becomes public: the old expiry is no obstacle.
    expect(tried(withExpiry('approved', at.toISOString()), { status: 'draft' })).toBe('allowed')
  })

  test('away from scheduled forgets the time', () => {
    expect(changeStatus(state('scheduled'), { status: 'approved' }, by('an admin')).publishAt).toBeNull()
  })
})

describe('the schedule', () => {
  const scheduled = { ...newEditorial('scheduled'), publishAt: later, reviewer: 'reviewer_1' }
  const expiring = { ...newEditorial('approved'), expiresAt: later }

  test('publishes and archives from that moment on, not before', () => {
    const before = new Date(Date.parse(later) - 1)
    expect(onSchedule(scheduled, before)).toBeNull()
    expect(onSchedule(expiring, before)).toBeNull()
    const by = { changedBy: 'schedule', changedAt: later }
    expect(onSchedule(scheduled, new Date(later))).toEqual({
      ...scheduled,
      ...by,
      status: 'approved',
      publishAt: null,
    })
    expect(onSchedule(expiring, new Date(later))).toEqual({
      ...expiring,
      ...by,
      status: 'archived',
      expiresAt: null,
    })
  })

  test.each(['draft', 'in-review', 'archived'] as const)('leaves a question that is %s alone', (status) => {
    expect(onSchedule({ ...newEditorial(status), expiresAt: later }, new Date(later))).toBeNull()
  })
})

test('authors and reviewers edit their own drafts only, admins everything', () => {
  const edits = (party: Party, status: ContentStatus) =>
    codeOf(() => requireEditable({ createdBy: owner, editorial: newEditorial(status) }, parties[party]))
  for (const status of contentStatus.options) {
    expect(edits('its author', status)).toBe(status === 'draft' ? 'allowed' : 'not_own_draft')
    expect(edits('another author', status)).toBe('not_own_draft')
    expect(edits('a reviewer', status)).toBe('not_own_draft')
    expect(edits('an admin', status)).toBe('allowed')
  }
})
