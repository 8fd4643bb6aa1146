import type { PublicCertificate } from '@rehearse/contracts'
import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { describe, expect, test, vi } from 'vitest'
import { STORAGE_KEYS } from '../../shared/constants.ts'
import { errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { learner } from '../../testing/samples.ts'
import { CertificatePage, CheckCertificate } from './certificate.tsx'

const code = '0CA3YC6C7GGYYTNJV0KFY78132'
const certificate = {
  code,
  pathId: 'frontend-basics',
  pathName: 'Frontend Basics',
  name: null as string | null,
  issuedAt: '2026-11-21T10:00:00Z',
  evidence: { answers: 84, days: 1, medianSeconds: 0.3 } as PublicCertificate['evidence'],
}
const open = (address: string, more: Parameters<typeof fakeNetwork>[0] = {}) => {
  const calls = fakeNetwork({
    'GET /api/auth/me': () => ({ success: true, user: learner }),
    [`GET /api/certificates/${code}`]: () => ({ success: true, certificate }),
    'GET /api/progress/certificates': () => ({ success: true, certificates: [certificate] }),
    ...more,
  })
  const view = renderAt(
    address,
    <Routes>
      <Route path="certificates" element={<CheckCertificate />} />
      <Route path="certificates/:code" element={<CertificatePage />} />
    </Routes>,
  )
  return { calls, ...view }
}

describe('a certificate', () => {
  test('can be verified with the printed code by anyone, and printed', async () => {
    const print = vi.fn()
    vi.stubGlobal('print', print)
    const { user } = open('/certificates')
    await user.type(screen.getByLabelText('Certificate code'), '0ca3 yc6c-7ggyytnjv0kfy78132')
    await user.click(screen.getByRole('button', { name: 'Verify' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Frontend Basics' })).toBeDefined()
    expect(screen.getByText(/This certificate is valid/)).toBeDefined()
    expect(screen.queryByLabelText(/Name/)).toBeNull()
    const sheet = screen.getByRole('article').textContent
    expect(sheet).toContain('Based on 84 answers, received on 1 day. Median time per answer: 0.3\u00a0s')
    expect(sheet).toContain('Answered online, not supervised.')
    await user.click(screen.getByRole('button', { name: 'Print' }))
    expect(print).toHaveBeenCalledOnce()
  })

  test('that doesn’t exist is reported as not found', async () => {
    const { user } = open('/certificates/none', {
      'GET /api/certificates/none': () => errorResponse(404, 'Certificate not found'),
    })
    expect(await screen.findByRole('heading', { name: 'Certificate not found' })).toBeDefined()
    await user.click(screen.getByRole('link', { name: 'Verify a certificate' }))
    await user.type(screen.getByLabelText('Certificate code'), 'abc')
    await user.click(screen.getByRole('button', { name: 'Verify' }))
    expect(screen.getByText('A code has 26 letters and digits.')).toBeDefined()
  })

  test('whose answers can’t be counted anymore says so', async () => {
    open(`/certificates/${code}`, {
      [`GET /api/certificates/${code}`]: () => ({
        success: true,
        certificate: { ...certificate, evidence: null },
      }),
    })
    expect(await screen.findByText(/its answers can't be counted anymore/)).toBeDefined()
    expect(screen.getByText(/not supervised/)).toBeDefined()
  })

  test('shows the name that its owner chooses', async () => {
    localStorage.setItem(STORAGE_KEYS.profile, JSON.stringify(learner))
    const { calls, user } = open(`/certificates/${code}`, {
      [`PUT /api/progress/certificates/${code}`]: ({ body }) => ({
        success: true,
        certificate: { ...certificate, ...(body as object) },
      }),
    })
    // The field suggests the learner's own name.
    await user.type(await screen.findByRole('textbox', { name: /^Name/ }), ' Haddad')
    await user.click(screen.getByRole('button', { name: 'Save name' }))
    expect(await screen.findByText('Saved')).toBeDefined()
    expect(screen.getByText('Nadia Haddad')).toBeDefined()
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ name: 'Nadia Haddad' })
  })
})
