import { type DeviceSession, PREFERENCE_DEFAULTS, type Preferences, type Profile } from '@rehearse/contracts'
import { learner } from './samples.ts'

export const samplePreferences: Preferences = {
  ...PREFERENCE_DEFAULTS,
  sections: ['HTML', 'CSS'],
  focusAreas: [],
}

export const sampleProfile = (part: Partial<Profile> = {}): Profile => ({
  ...learner,
  hasPassword: true,
  identities: [],
  timezone: 'UTC',
  preferences: samplePreferences,
  ...part,
})

export const sampleDevice = (part: Partial<DeviceSession> = {}): DeviceSession => ({
  id: '6a4f5a0e-3a80-4c55-9d3c-1f6f6a5c0001',
  device: 'Firefox on Windows',
  address: '203.0.113.x',
  createdAt: '2026-11-20T08:00:00.000Z',
  lastUsedAt: '2026-11-21T08:00:00.000Z',
  current: false,
  ...part,
})
