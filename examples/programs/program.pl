# A program that plays wherever a host asks it: any legal move, each as likely (docs/programs.md).
# It needs Perl 5.14 and nothing else; for a site with https the modules IO::Socket::SSL and
# Net::SSLeay too.
#
# MICROCIV_TOKEN=mcb_... perl program.pl https://SITE

use strict;
use warnings;
use HTTP::Tiny;
use JSON::PP;

$| = 1;
my $site = shift =~ s{/$}{}r;
my $headers =
    { authorization => "Bearer $ENV{MICROCIV_TOKEN}", 'content-type' => 'application/json' };

# Ask the site to do something.
sub post {
    my ($path, $body) = @_;
    my $asked = { headers => $headers, content => encode_json($body) };
    my $answer = HTTP::Tiny->new(timeout => 60)->post($site . $path, $asked);
    warn $answer->{content}, "\n" unless $answer->{success};
}

# Do what a line of the stream asks for.
sub hear {
    my ($line) = @_;
    my $table = "/api/tables/$line->{table}";
    if ($line->{type} eq 'invited') {
        post("$table/accept", {});
    } elsif ($line->{type} eq 'choose') {
        my $legal = $line->{legal};
        my @moves = (@{ $line->{answer} }, $legal->[ rand @$legal ]{text});
        my %at = (match => $line->{match}, decision => $line->{decision});
        post("$table/answer", { %at, moves => \@moves });
    } elsif ($line->{type} eq 'over') {
        print "$line->{table}: places @{ $line->{places} }\n";
    }
}

my $after = '';
while (1) {    # a stream that ends is gone on with
    my $rest = '';
    my $read = sub {
        $rest .= $_[0];
        while ($rest =~ s/^(.*?)\n//) {
            next unless length $1;
            my $line = decode_json($1);
            hear($line);
            $after = $line->{id};
        }
    };
    my $http = HTTP::Tiny->new(timeout => 60);
    my $asked = { headers => $headers, data_callback => $read };
    my $answer = $http->get("$site/api/bot/events?after=$after", $asked);
    die "the site does not know this token\n" if $answer->{status} == 401;
    sleep 1;
}
