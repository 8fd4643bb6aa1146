export { waitUntilReady } from '@rehearse/local-platform'
