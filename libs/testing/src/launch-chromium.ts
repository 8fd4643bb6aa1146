import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'
import { findChromium } from './find-chromium.ts'

const args = [
  // Chromium's sandbox refuses root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  // It would look for Google's hosts, many at a time, and wait for them where there is no network.
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A real, headless Chromium; found or installed by `findChromium`. The caller closes it. */
export async function launchChromium(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: await findChromium(), args: [...args, ...more] })
}

/** One whose profile outlives it: what it stores is there when it is opened in this folder again. */
export async function launchLastingChromium(
  folder: string,
  options: BrowserContextOptions,
): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, { executablePath: await findChromium(), args, ...options })
}
