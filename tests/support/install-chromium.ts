import { findChromium } from '@rehearse/testing'

/** Vitest's global setup: one process installs a missing Chromium, before several look for it at the same time. */
export default async function setup(): Promise<void> {
  await findChromium()
}
