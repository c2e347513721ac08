package dev.once.web;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/** Where somebody comes from, as it is counted: whoever has one IPv6 address has the 2^64 beside it too. */
public final class ClientAddress {

    private static final int PREFIX_BYTES = 8;

    private ClientAddress() {}

    /** The address itself, for IPv6 its first 64 bits. */
    public static String of(String remoteAddress) {
        if (remoteAddress.indexOf(':') < 0) {
            return remoteAddress;
        }
        try {
            // No name is looked up: what has a colon is a literal or refused.
            byte[] bits = InetAddress.getByName(remoteAddress).getAddress();
            if (bits.length <= PREFIX_BYTES) {
                return InetAddress.getByAddress(bits).getHostAddress();
            }
            byte[] network = Arrays.copyOf(Arrays.copyOf(bits, PREFIX_BYTES), bits.length);
            return Inet6Address.getByAddress(network).getHostAddress() + "/64";
        } catch (UnknownHostException noAddress) {
            return remoteAddress;
        }
    }
}
