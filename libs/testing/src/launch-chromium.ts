import { type Browser, chromium } from 'playwright-core'
import { findChromium } from './find-chromium.ts'

/** A real, headless Chromium; found or installed by `findChromium`. The caller closes it. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: await findChromium(),
    args: [
      // Chromium's sandbox refuses root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      // It would look for Google's hosts, many at a time, and wait for them where there is no network.
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}
