# Stands for the policy that a generator writes for the images of the group.
package policy

default allow := false
