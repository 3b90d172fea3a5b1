// Which addresses a webhook may reach. Without WEBHOOK_ALLOW only what the whole internet reaches: a webhook must
// not be a way for its owner into the network that the server stands in.

import { BlockList, isIP } from 'node:net';

/** Loopback, private, shared, link-local (with the metadata of clouds), reserved, documentation and multicast. */
const REFUSED_IPV4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16'],
  ...['172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
];
/** All other addresses of IPv6 are loopback, unique-local, link-local, multicast, or IPv4 in another form. */
const ROUTED_IPV6 = ['2000::/3'];
/** Routed, but not public: protocol assignments with Teredo, documentation, and 6to4, which is IPv4 in another form. */
const REFUSED_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

function listOf(subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [net, prefix] = subnet.split('/') as [string, string | undefined];
    const family = familyOf(net);
    list.addSubnet(net, Number(prefix ?? (family === 'ipv4' ? 32 : 128)), family);
  }
  return list;
}

const refusedIpv4 = listOf(REFUSED_IPV4);
const routedIpv6 = listOf(ROUTED_IPV6);
const refusedIpv6 = listOf(REFUSED_IPV6);

/** Whether an address belongs to the public internet. */
function isPublic(address: string): boolean {
  if (isIP(address) === 4) return !refusedIpv4.check(address, 'ipv4');
  return routedIpv6.check(address, 'ipv6') && !refusedIpv6.check(address, 'ipv6');
}

/** A host as URLs write it, without the brackets of IPv6 and the last dot of a name. */
const plainHost = (host: string): string => host.toLowerCase().replace(/^\[|\]$|\.$/g, '');

export class ReachableAddresses {
  readonly #hosts: ReadonlySet<string>;
  readonly #subnets: BlockList;

  /** `allowed` are the entries of WEBHOOK_ALLOW: names of hosts, addresses, or subnets such as 10.1.0.0/16. */
  constructor(allowed: readonly string[]) {
    const isSubnet = (entry: string): boolean => isIP(entry.split('/')[0]!) !== 0;
    const entries = allowed.map(plainHost);
    this.#hosts = new Set(entries.filter((entry) => !isSubnet(entry)));
    this.#subnets = listOf(entries.filter(isSubnet));
  }

  /** Whether WEBHOOK_ALLOW names the host of a URL: its name, or its address if the host is one. */
  names(host: string): boolean {
    const plain = plainHost(host);
    return this.#hosts.has(plain) || (isIP(plain) !== 0 && this.#isAllowed(plain));
  }

  /** Whether a connection to `address`, which `host` stands for, may be opened. */
  mayReach(host: string, address: string): boolean {
    if (this.#hosts.has(plainHost(host))) return true;
    // The zone of a link-local address is no part of it.
    const plain = plainHost(address).split('%')[0]!;
    return isIP(plain) !== 0 && (isPublic(plain) || this.#isAllowed(plain));
  }

  /** Whether a URL may be asked at all, as far as that can be said before its name is resolved. */
  mayAsk({ hostname }: URL): boolean {
    const plain = plainHost(hostname);
    return isIP(plain) === 0 || this.mayReach(plain, plain);
  }

  #isAllowed(address: string): boolean {
    return this.#subnets.check(address, familyOf(address));
  }
}
