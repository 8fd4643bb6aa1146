import { statfs } from 'node:fs/promises'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
} from 'playwright-core'
import { findChromium } from './find-chromium.ts'

/** What Playwright turns off; its list doesn't count beside ours. */
const playwrightsFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/** Each would start a renderer for every window, besides that of its page. */
const renderersOfNoPage = [
  'SpareRendererForSitePerProcess',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
]

const args = [
  // Chromium's sandbox doesn't work for root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  // It would contact many of Google's hosts, and wait for them without a network.
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...playwrightsFeatures, ...renderersOfNoPage].join()}`,
]

const gibibyte = 2 ** 30

/** How every Chromium is launched. Playwright has it share memory through files, for containers with a small /dev/shm. */
async function launchOptions(more: readonly string[] = []): Promise<LaunchOptions> {
  const { bavail, bsize } = await statfs('/dev/shm').catch(() => ({ bavail: 0, bsize: 0 }))
  return {
    executablePath: await findChromium(),
    args: [...args, ...more],
    ...(bavail * bsize > 4 * gibibyte && { ignoreDefaultArgs: ['--disable-dev-shm-usage'] }),
  }
}

/** A real, headless Chromium, found or installed by `findChromium`. The caller closes it. */
export async function launchChromium(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch(await launchOptions(more))
}

/** Starts a Chromium with its first context, so none if there is nothing to show. */
export function chromiumOnDemand(): Pick<Browser, 'newContext' | 'close'> {
  let browser: Promise<Browser> | undefined
  return {
    newContext: async (options) => {
      browser ??= launchChromium()
      return (await browser).newContext(options)
    },
    close: async () => (await browser)?.close(),
  }
}

/** One with a persistent profile: its storage is there when the folder is opened again. */
export async function launchSharedChromium(
  folder: string,
  options: BrowserContextOptions,
): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, { ...(await launchOptions()), ...options })
}
