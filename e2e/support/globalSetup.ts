import { startProduct } from '../../test/product';

export const ADDRESS_VARIABLE = 'ASYGROUND_URL';

/** Starts the product for all tests and hands its address over. Returns what stops it. */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[ADDRESS_VARIABLE] !== undefined) return undefined;
  const product = await startProduct();
  process.env[ADDRESS_VARIABLE] = product.url;
  return () => product.stop();
}
